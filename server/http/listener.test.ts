import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { listen } from './listener.ts';

it('Without a host it listens on every address of the machine, IPv6 and IPv4', async () => {
  const { address, stop } = await listen(
    { answer: (_request, response) => void response.end('here') },
    0,
    undefined,
  );
  const port = new URL(address).port;
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.some(({ family }) => family === 'IPv4')).toBe(true);
  // Those of a link need its name in the address.
  const hosts = own
    .filter(({ address: host }) => !host.startsWith('fe80:'))
    .map(({ address: host, family }) => (family === 'IPv6' ? `[${host}]` : host));
  for (const host of hosts) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
  expect(address).toBe(`http://localhost:${port}`);
  await stop(0);
});
