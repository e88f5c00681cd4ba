import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressDigest, blockOf, blockSizes, clientAddress, trustedProxies } from './client-address.ts';

test.each([
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:2ff/64', '2001:db8:1:200/56', '2001:db8:1:0/48'],
  ['2001:db8::1', '2001:db8:0:0/64', '2001:db8:0:0/56', '2001:db8:0:0/48'],
  ['fe80::1%eth0', 'fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0:0/48'],
  ['fe80::1%a:b:c:d:e:f:g:h', 'fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0:0/48'],
  ['::1', '0:0:0:0/64', '0:0:0:0/56', '0:0:0:0/48'],
  ['::', '0:0:0:0/64', '0:0:0:0/56', '0:0:0:0/48'],
  ['1:2:3:4:5:6:7::', '1:2:3:4/64', '1:2:3:0/56', '1:2:3:0/48'],
  ['::2:3:4:5:6:7:8', '0:2:3:4/64', '0:2:3:0/56', '0:2:3:0/48'],
  ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4/64', '1:2:3:0/56', '1:2:3:0/48'],
  ['1::2:3:4:5:6.7.8.9', '1:0:2:3/64', '1:0:2:0/56', '1:0:2:0/48'],
  ['[2001:db8:1:2ff::1]:8080', '2001:db8:1:2ff/64', '2001:db8:1:200/56', '2001:db8:1:0/48'],
  ['[2001:db8:1:2ff::1]', '2001:db8:1:2ff/64', '2001:db8:1:200/56', '2001:db8:1:0/48'],
  // What only looks as if an address of IPv4 stood in it.
  ['1::ffff:a00:1', '1:0:0:0/64', '1:0:0:0/56', '1:0:0:0/48'],
  ['0:0:ffff:a:b:1:2:3', '0:0:ffff:a/64', '0:0:ffff:0/56', '0:0:ffff:0/48'],
  ['2001:db8::ffff:1', '2001:db8:0:0/64', '2001:db8:0:0/56', '2001:db8:0:0/48'],
])('%s is counted by its blocks', (address, ...blocks) => {
  expect(blockSizes.map((size) => blockOf(address, size))).toEqual([...blocks, null]);
});

test.each([
  ...['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:cb00:7109'],
  ...['203.0.113.9:8080', '[::ffff:203.0.113.9]:8080', '[::ffff:cb00:7109]'],
])('%s is counted as the address of IPv4 that it is', (address) => {
  expect(blockSizes.map((size) => blockOf(address, size))).toEqual([null, null, null, '203.0.113.9']);
});

test('what is no address is counted as it is', () => {
  for (const text of [
    ...['no address', '10.0.0.1:', ':8080', '::ffff:0:0:1:2:3:4:5:6', '[]', 'x[::1]', '[::1]x'],
    ...[':::ffff:a:b', '::ffff:12345:1'],
  ])
    expect(blockSizes.map((size) => blockOf(text, size))).toEqual([null, null, null, text]);
});

test('two addresses that differ in one bit share a block exactly where that bit is after its prefix', () => {
  const bits = fc.bigInt({ min: 1n << 100n, max: (1n << 128n) - 1n });
  const written = (address: bigint) => address.toString(16).padStart(32, '0').match(/.{4}/g)?.join(':') ?? '';
  fc.assert(
    fc.property(bits, fc.nat(99), fc.constantFrom(...blockSizes.slice(0, 3)), (address, bit, size) => {
      const one = written(address);
      const other = written(address ^ (1n << BigInt(bit)));
      expect(blockOf(one, size) === blockOf(other, size)).toBe(bit < 128 - (size.prefix ?? 0));
    }),
    { numRuns: 500 },
  );
});

test('a digest tells addresses apart and names none', () => {
  const digest = addressDigest('secret');
  expect(digest('2001:db8::1')).toBe(digest('2001:db8::2'));
  expect(digest('2001:db8::1')).not.toBe(digest('2001:db8:0:1::1'));
  expect(digest('203.0.113.9')).not.toBe(addressDigest('other')('203.0.113.9'));
  // The same from version to version: an attack is followed by it over an update.
  expect(digest('203.0.113.9')).toBe('aOjErsIeK6Hl');
  expect(digest('2001:db8::1')).toBe('ih6GvD_iVqRU');
});

describe('a number of proxies', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.255', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.3.4'],
    ...['169.254.1.1', '100.64.0.1', '100.127.255.255', '::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1'],
    ...[
      '::ffff:10.0.0.1',
      '::FFFF:192.168.0.1',
      '::ffff:a00:1',
      'fe80::1%eth0',
      '10.0.0.1:8080',
      '[fe80::1]:80',
    ],
  ])('are believed from %s, which nobody on the internet can send from', (address) => {
    expect(trustedProxies(1)(address, 0)).toBe(true);
  });

  test.each([
    ...['203.0.113.9', '128.0.0.1', '11.0.0.1', '172.15.255.255', '172.32.0.1', '192.169.0.1', '169.253.0.1'],
    ...['100.63.255.255', '100.128.0.0', '::2', '2001:db8::1', 'fbff::1', 'fec0::1', '::ffff:203.0.113.9'],
    ...['', 'unknown', '10.0.0', '10.0.0.1:', '1::ffff:0.0.0.1', '1::ffff:a00:1', '10.0.0.1%eth0'],
  ])('are not believed from %s', (address) => {
    expect(trustedProxies(1)(address, 0)).toBe(false);
  });

  test('are as many hops, counted from us', () => {
    const hops = [0, 1, 2].map((hop) => trustedProxies(2)('10.0.0.1', hop));
    expect(hops).toEqual([true, true, false]);
    expect(trustedProxies(0)('10.0.0.1', 0)).toBe(false);
  });
});

test('Proxies that are named are believed by address or subnet, at any hop, and no private network besides', () => {
  const trusts = trustedProxies(['203.0.113.9', '198.51.100.0/24', '2001:db8::7', '2001:db8:1::/48']);
  for (const address of [
    '203.0.113.9',
    '198.51.100.255',
    '2001:db8::7',
    '2001:db8:1:ffff::1',
    '::ffff:203.0.113.9',
  ])
    expect([address, trusts(address, 0), trusts(address, 50)]).toEqual([address, true, true]);
  for (const address of [
    '203.0.113.8',
    '198.51.101.0',
    '2001:db8::8',
    '2001:db8:2::1',
    '10.0.0.1',
    '127.0.0.1',
  ])
    expect([address, trusts(address, 0)]).toEqual([address, false]);
});

describe('who sends a request', () => {
  const sender = (
    remoteAddress: string | undefined,
    forwarded?: string | string[],
    proxies: number | string[] = 2,
  ) =>
    clientAddress(
      { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
      trustedProxies(proxies),
    );

  test('is the connection’s other end, when no proxy says otherwise', () => {
    expect(sender('203.0.113.9')).toBe('203.0.113.9');
    expect(sender('10.0.0.1')).toBe('10.0.0.1');
    expect(sender(undefined)).toBe('');
    expect(sender(undefined, '192.0.2.1')).toBe('');
  });

  test('is who reached the port from outside, whatever they bring along', () => {
    expect(sender('203.0.113.9', '192.0.2.1')).toBe('203.0.113.9');
  });

  test('is the last address that is no trusted proxy’s: what stands before it anybody may have written', () => {
    expect(sender('10.0.0.1', '192.0.2.1')).toBe('192.0.2.1');
    expect(sender('10.0.0.1', '1.1.1.1, 192.0.2.1')).toBe('192.0.2.1');
    expect(sender('10.0.0.1', '1.1.1.1,192.0.2.1 , 10.0.0.2')).toBe('192.0.2.1');
    expect(sender('10.0.0.1', '192.0.2.1, 10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
    expect(sender('203.0.113.9', '192.0.2.1, 198.51.100.4', ['203.0.113.9'])).toBe('198.51.100.4');
  });

  test('is the same where the header comes in several lines', () => {
    expect(sender('10.0.0.1', ['1.1.1.1', '192.0.2.1, 10.0.0.2'])).toBe('192.0.2.1');
  });

  test('is the first address on the way, when all are trusted', () => {
    expect(sender('10.0.0.1', '10.0.0.3, 10.0.0.2', 5)).toBe('10.0.0.3');
  });

  test('is cut where it cannot be an address any more', () => {
    expect(sender('10.0.0.1', 'x'.repeat(65))).toBe('x'.repeat(64));
  });
});
