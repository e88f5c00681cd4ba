import { ipKeyGenerator } from 'express-rate-limit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressDigest, blockOf, blockSizes } from './client-address.ts';

const [single, contract, company] = blockSizes;

test.each([
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:2ff/64', '2001:db8:1:200/56', '2001:db8:1:0/48'],
  ['2001:db8::1', '2001:db8:0:0/64', '2001:db8:0:0/56', '2001:db8:0:0/48'],
  ['fe80::1%eth0', 'fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0:0/48'],
  ['1::2:3:4:5:6.7.8.9', '1:0:2:3/64', '1:0:2:0/56', '1:0:2:0/48'],
  ['203.0.113.9', '203.0.113.9', null, null],
  ['::ffff:203.0.113.9', '203.0.113.9', null, null],
  ['no address', 'no address', null, null],
])('%s is counted by its blocks', (address, ...blocks) => {
  expect([single, contract, company].map((size) => blockOf(address, size))).toEqual(blocks);
});

test('two addresses share a block exactly where the rate limiter of the trade says so', () => {
  const bits = fc.bigInt({ min: 1n << 100n, max: (1n << 128n) - 1n });
  const written = (address: bigint) => address.toString(16).padStart(32, '0').match(/.{4}/g)?.join(':') ?? '';
  fc.assert(
    fc.property(bits, fc.nat(99), fc.constantFrom(...blockSizes), (address, bit, size) => {
      const one = written(address);
      const other = written(address ^ (1n << BigInt(bit)));
      const same = (keyOf: (address: string) => string | null) => keyOf(one) === keyOf(other);
      expect(same((each) => blockOf(each, size))).toBe(same((each) => ipKeyGenerator(each, size.prefix)));
    }),
    { numRuns: 500 },
  );
});

test('a digest tells addresses apart and names none', () => {
  const digest = addressDigest('secret');
  expect(digest('2001:db8::1')).toBe(digest('2001:db8::2'));
  expect(digest('2001:db8::1')).not.toBe(digest('2001:db8:0:1::1'));
  expect(digest('203.0.113.9')).not.toBe(addressDigest('other')('203.0.113.9'));
  expect(digest('203.0.113.9')).toMatch(/^[\w-]{12}$/);
});
