import type { IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { noticeSharedAddresses } from './shared-addresses.ts';

interface Calls {
  headers?: (call: number) => Record<string, string>;
  expectsProxy?: boolean;
}

/** What it warned of after calls with these addresses, each in the words that tell it apart. */
function warningsAfter(
  addresses: readonly string[],
  { headers = () => ({ 'x-forwarded-for': 'any' }), expectsProxy = true }: Calls = {},
): string[] {
  const warn = vi.fn<(about: object, message: string) => void>();
  const rest = [...addresses];
  const addressOf = noticeSharedAddresses(() => rest.shift() as string, { warn }, expectsProxy);
  addresses.forEach((address, call) => {
    expect(addressOf({ headers: headers(call) } as unknown as IncomingMessage)).toBe(address);
  });
  return warn.mock.calls.map(([, message]) => /private addresses|no call has had/.exec(message)?.[0] ?? '');
}

const times = (count: number, address: string): string[] => Array.from({ length: count }, () => address);
const gateway = '172.18.0.1';
const visitor = '203.0.113.9';

describe('visitors who share an address', () => {
  it('are told of once, when a fifth of the calls through the proxy has a private one', () => {
    expect(warningsAfter(times(19, gateway))).toEqual([]);
    expect(warningsAfter([...times(80, visitor), ...times(20, gateway)])).toEqual(['private addresses']);
    expect(warningsAfter(times(500, gateway))).toEqual(['private addresses']);
    expect(warningsAfter(times(20, '::ffff:10.0.0.1'))).toEqual(['private addresses']);
  });

  it('are not taken for the few calls that an operator makes from the machine itself', () => {
    const often = Array.from({ length: 10 }, () => [...times(81, visitor), ...times(19, gateway)]).flat();
    expect(warningsAfter(often)).toEqual([]);
  });

  it('are told of once, when a proxy is trusted and none of a hundred calls says that it came through one', () => {
    const direct = { headers: () => ({}) };
    expect(warningsAfter(times(99, gateway), direct)).toEqual([]);
    expect(warningsAfter(times(500, gateway), direct)).toEqual(['no call has had']);
    const onceForwarded = (call: number): Record<string, string> =>
      call === 99 ? { 'x-forwarded-for': visitor } : {};
    expect(warningsAfter(times(500, visitor), { headers: onceForwarded })).toEqual([]);
  });

  it('are only looked for behind a proxy: whoever asks without one is on this machine or its network', () => {
    const direct = { headers: () => ({}), expectsProxy: false };
    expect(warningsAfter(times(500, '127.0.0.1'), direct)).toEqual([]);
  });
});
