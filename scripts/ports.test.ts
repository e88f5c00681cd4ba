import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { assertPortsFree } from './ports.ts';

/** A port that something listens on, and one on which nothing does any more. */
async function portsOf(): Promise<{ taken: string; free: string }> {
  const servers = [createServer().listen(0), createServer().listen(0)] as const;
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [taken, free] = servers.map((server) => String((server.address() as AddressInfo).port));
  servers[1].close();
  await once(servers[1], 'close');
  onTestFinished(() => void servers[0].close());
  return { taken: taken ?? '', free: free ?? '' };
}

it('Ports that are free and differ are fine; a taken one is named with the setting that changes it', async () => {
  const { taken, free } = await portsOf();
  await assertPortsFree({ PORT: free }, 'npm run demo');
  await expect(assertPortsFree({ PORT: free, SANDBOX_PORT: taken }, 'npm run demo')).rejects.toThrow(
    new RegExp(`^Port ${taken} is taken by another program.+ SANDBOX_PORT=\\d+ npm run demo$`),
  );
});

it.each(['abc', '', '0', '65554', '-1', '1e3', '30.5'])(
  'What is no port is named as it was typed: %s',
  async (typed) => {
    await expect(assertPortsFree({ SANDBOX_PORT: typed }, 'npm run demo')).rejects.toThrow(
      `SANDBOX_PORT=${typed} names no port: expected a number from 1 to 65535`,
    );
  },
);

it('Two settings with the same port are told from a port that another program has', async () => {
  const { free } = await portsOf();
  await expect(
    assertPortsFree({ PORT: free, SANDBOX_PORT: free, SANDBOX_SMTP_PORT: '4025' }, 'npm run demo'),
  ).rejects.toThrow(`PORT and SANDBOX_PORT are both ${free}: set one of them to another port`);
});
