import type { IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { noticeSharedAddresses } from './shared-addresses.ts';

/** How often it warned after calls with these addresses; `undefined` for one without a proxy. */
function warningsAfter(addresses: readonly string[], headers = { 'x-forwarded-for': 'any' }): number {
  const warn = vi.fn();
  const rest = [...addresses];
  const addressOf = noticeSharedAddresses(() => rest.shift() as string, { warn });
  for (const address of addresses) expect(addressOf({ headers } as unknown as IncomingMessage)).toBe(address);
  return warn.mock.calls.length;
}

const times = (count: number, address: string): string[] => Array.from({ length: count }, () => address);
const gateway = '172.18.0.1';
const visitor = '203.0.113.9';

describe('visitors who share an address', () => {
  it('are told of once, when a fifth of the calls through the proxy has a private one', () => {
    expect(warningsAfter(times(19, gateway))).toBe(0);
    expect(warningsAfter([...times(80, visitor), ...times(20, gateway)])).toBe(1);
    expect(warningsAfter(times(500, gateway))).toBe(1);
    expect(warningsAfter(times(20, '::ffff:10.0.0.1'))).toBe(1);
  });

  it('are not taken for the few calls that an operator makes from the machine itself', () => {
    const often = Array.from({ length: 10 }, () => [...times(81, visitor), ...times(19, gateway)]).flat();
    expect(warningsAfter(often)).toBe(0);
  });

  it('are only looked for behind a proxy: whoever asks without one is on this machine or its network', () => {
    const direct = {} as { 'x-forwarded-for': string };
    expect(warningsAfter(times(500, '127.0.0.1'), direct)).toBe(0);
  });
});
