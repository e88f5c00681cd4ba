// Which proxies are trusted for X-Forwarded-For (Express's "trust proxy").

import { BlockList, isIP } from 'node:net';

/** Networks that nobody on the internet can send from: loopback, link-local, private, unique-local, carrier-grade NAT. */
const privateNetworks: readonly (readonly [network: string, prefix: number])[] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
];

const ipv = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Express's `trust proxy`. A list of addresses is taken as it is. With a number, that many hops are proxies only as long
 * as they come from a private network: who reaches the port from outside directly is no proxy, whatever
 * `X-Forwarded-For` they bring along.
 */
export function trustedProxies(
  setting: number | string[],
): string[] | ((address: string, hop: number) => boolean) {
  if (typeof setting !== 'number') return setting;
  const own = new BlockList();
  for (const [network, prefix] of privateNetworks) own.addSubnet(network, prefix, ipv(network));
  return (address, hop) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    return hop < setting && isIP(plain) !== 0 && own.check(plain, ipv(plain));
  };
}
