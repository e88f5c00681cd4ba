// The client's IP address: trusted proxies (X-Forwarded-For), and the address blocks for rate limits.

import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

/** Networks that nobody on the internet can send from: loopback, link-local, private, unique-local, carrier-grade NAT. */
const privateNetworks = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
];

/** Whether the address of a hop, counted from this server, is a trusted proxy's. */
type TrustsHop = (address: string, hop: number) => boolean;

/**
 * Which proxies are trusted. With a number, that many hops count as proxies, but only in private networks: a client that
 * reaches the port directly from outside is no proxy, whatever `X-Forwarded-For` it sends.
 * @param setting how many proxies, or their addresses and subnets
 */
export function trustedProxies(setting: number | readonly string[]): TrustsHop {
  if (typeof setting === 'number') return (address, hop) => hop < setting && isPrivateAddress(address);
  return isIn(setting);
}

/** @param networks addresses and subnets @returns whether an address is in one of them; text that is no address is in none */
function isIn(networks: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) known.addAddress(address, familyOf(address));
    else known.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => {
    const plain = plainAddress(address);
    return known.check(plain, familyOf(plain));
  };
}

/**
 * Normalises an address: without a port, which some proxies add, without the prefix of IPv4-mapped IPv6, and without a
 * zone id. Called several times per request.
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

/** Whether an address is of a network that nobody on the internet can send from. */
export const isPrivateAddress = isIn(privateNetworks);

/** Longer texts from proxies are no addresses, in characters. */
const longestAddress = 64;

/** The client's address: the last one on the way that is no trusted proxy's. */
export function clientAddress({ headers, socket }: IncomingMessage, trusts: TrustsHop): string {
  const direct = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return direct;
  const way = [direct, ...[forwarded].flat().join(',').split(',').reverse()].map((hop) => hop.trim());
  const client = way.find((address, hop) => !trusts(address, hop)) ?? way.at(-1) ?? '';
  return client.slice(0, longestAddress);
}

/** The size of an address block that one client may own, and how much more than a single address it may do. */
interface BlockSize {
  /** Prefix length for IPv6; `null` for IPv4, where each address counts by itself. */
  prefix: number | null;
  factor: number;
}

/**
 * The units by which clients are counted. A household or server has at least a /64 of IPv6 and changes its address within
 * it at will, a contract often has a /56 and a company a /48. IPv4 is counted separately, so that nobody with many IPv6
 * addresses can crowd it out.
 */
export const blockSizes: readonly BlockSize[] = [
  { prefix: 64, factor: 1 },
  { prefix: 56, factor: 2 },
  { prefix: 48, factor: 4 },
  { prefix: null, factor: 1 },
];

/** The name of a limit's counter for blocks of a size: for single addresses the limit's own name. */
export const countName = (limit: string, { prefix, factor }: BlockSize): string =>
  factor === 1 ? limit : `${limit}-${prefix}`;

/**
 * The key under which an address is counted for a block size; `null` if that size does not apply to it. Called several
 * times per request, so it parses no more of the address than it needs.
 */
export function blockOf(address: string, { prefix }: BlockSize): string | null {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return prefix === null ? plain : null;
  if (prefix === null) return null;
  // A trailing IPv4 part stands for two groups, neither of which counts.
  const [before = '', after = ''] = plain.replace('.', ':').split('::');
  const first = before.split(':').filter(Boolean);
  const last = after.split(':');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const network = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16));
  // The bits of the last counted group that belong to the prefix.
  network[3] = (network[3] ?? 0) & (0xffff << (64 - prefix));
  return `${network.map((group) => group.toString(16)).join(':')}/${prefix}`;
}

/** How much more than a single address all clients together may do. */
const factorOfAll = 8;

/**
 * The blocks that an address is in, and the one of all clients: the key of each, and how much more than a single address
 * it may do.
 */
export const blocksOf = (address: string): { key: string; factor: number }[] => [
  ...blockSizes.flatMap((size) => {
    const key = blockOf(address, size);
    return key === null ? [] : [{ key, factor: size.factor }];
  }),
  { key: 'everybody', factor: factorOfAll },
];

/**
 * A keyed digest of the address for the log: tells whether two requests came from one address (IPv6: one /64), and
 * nothing else without the key.
 * @param secret the key is derived from it
 */
export function addressDigest(secret: string): (address: string) => string {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'addresses in the log', 32)));
  return (address) =>
    createHmac('sha256', key)
      .update(blocksOf(address).find(({ factor }) => factor === 1)?.key ?? '')
      .digest('base64url')
      .slice(0, 12);
}
