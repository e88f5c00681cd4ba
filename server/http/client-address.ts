// The client's address: who is believed for X-Forwarded-For, and the blocks of addresses that a client is counted in.

import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

/** Networks that nobody on the internet can send from: loopback, link-local, private, unique-local, carrier-grade NAT. */
const privateNetworks = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
];

/** Whether the address of a hop, counted from us, is a proxy's. */
export type TrustsHop = (address: string, hop: number) => boolean;

/**
 * Which proxies are believed. With a number, that many hops are proxies only as long as they come from a private network:
 * who reaches the port from outside directly is no proxy, whatever `X-Forwarded-For` they bring along.
 * @param setting how many proxies, or their addresses and subnets
 */
export function trustedProxies(setting: number | readonly string[]): TrustsHop {
  const known = new BlockList();
  for (const network of typeof setting === 'number' ? privateNetworks : setting) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) known.addAddress(address, familyOf(address));
    else known.addSubnet(address, Number(prefix), familyOf(address));
  }
  const hops = typeof setting === 'number' ? setting : Number.POSITIVE_INFINITY;
  return (address, hop) => {
    const plain = plainAddress(address);
    // What is no address at all is in no list either.
    return hop < hops && known.check(plain, familyOf(plain));
  };
}

/**
 * An address by itself: without a port, as some proxies write it, without the prefix of an IPv4 address that came by IPv6, and
 * without the name of an interface. Asked several times of every request.
 */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const portless = address.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const [plain = ''] = portless.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  const isMapped = /^[0:]+:ffff:[\da-f]+:[\da-f]+$/i.test(plain) && isIP(plain) === 6;
  return isMapped
    ? new SocketAddress({ address: plain, family: 'ipv6' }).address.replace('::ffff:', '')
    : plain;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** What proxies say is no longer than this, in characters, or no address. */
const longestAddress = 64;

/** Who sends a request: the last address on its way that is no trusted proxy's. */
export function clientAddress({ headers, socket }: IncomingMessage, trusts: TrustsHop): string {
  const direct = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return direct;
  const way = [direct, ...[forwarded].flat().join(',').split(',').reverse()].map((hop) => hop.trim());
  const client = way.find((address, hop) => !trusts(address, hop)) ?? way.at(-1) ?? '';
  return client.slice(0, longestAddress);
}

/** The sizes of what one party may have to itself, and how much more than a single address it may do. */
interface BlockSize {
  /** Bits of the prefix of IPv6; `null` for IPv4, of which an address stands for itself. */
  prefix: number | null;
  factor: number;
}

/**
 * What clients are counted by. A household or server has a /64 of IPv6 at least and changes its address within it at will, a
 * contract often a /56 and a company a /48. IPv4 has counts of its own, which nobody who has many addresses of IPv6 can crowd
 * out.
 */
export const blockSizes: readonly BlockSize[] = [
  { prefix: 64, factor: 1 },
  { prefix: 56, factor: 2 },
  { prefix: 48, factor: 4 },
  { prefix: null, factor: 1 },
];

/** The name of a count by blocks of a size: a limit's own for what one address may do. */
export const countName = (limit: string, { prefix, factor }: BlockSize): string =>
  factor === 1 ? limit : `${limit}-${prefix}`;

/**
 * Under what an address is counted among blocks of a size; `null` where it belongs to none. Asked several times of every
 * request, so it takes no more of the address apart than it needs.
 */
export function blockOf(address: string, { prefix }: BlockSize): string | null {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return prefix === null ? plain : null;
  if (prefix === null) return null;
  // An IPv4 address at the end stands for two groups, neither of which counts.
  const [before = '', after = ''] = plain.replace('.', ':').split('::');
  const first = before.split(':').filter(Boolean);
  const last = after.split(':');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const network = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16));
  // Of the last group that counts, what belongs to the prefix.
  network[3] = (network[3] ?? 0) & (0xffff << (64 - prefix));
  return `${network.map((group) => group.toString(16)).join(':')}/${prefix}`;
}

/**
 * A digest that tells whether two requests came from one address (IPv6: one /64) and, without the key, nothing else: for
 * the log.
 * @param secret the key is made from it
 */
export function addressDigest(secret: string): (address: string) => string {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'addresses in the log', 32)));
  const single = blockSizes.filter(({ factor }) => factor === 1);
  return (address) =>
    createHmac('sha256', key)
      .update(single.map((size) => blockOf(address, size) ?? '').join(''))
      .digest('base64url')
      .slice(0, 12);
}
