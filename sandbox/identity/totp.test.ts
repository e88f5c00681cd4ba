import { expect, test } from 'vitest';
import { toBase32, totpAt, totpIs } from './totp.ts';

const secret = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %d s the code is %s (RFC 6238, appendix B)', (seconds, code) => {
  expect(totpAt(secret, new Date(seconds * 1000))).toBe(code);
});

test('a code is believed within one step of now, and no other', () => {
  const now = new Date(1_700_000_000_000);
  const code = totpAt(secret, now);
  for (const seconds of [-30, 0, 30])
    expect(totpIs(secret, code, new Date(now.getTime() + seconds * 1000))).toBe(true);
  for (const seconds of [-60, 60])
    expect(totpIs(secret, code, new Date(now.getTime() + seconds * 1000))).toBe(false);
  expect(totpIs(secret, '12345', now)).toBe(false);
});
