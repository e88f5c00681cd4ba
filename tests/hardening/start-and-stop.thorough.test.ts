import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bearer } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { type SiteProcess, startSiteProcess } from './support/site-process.ts';
import { stopUnderLoad } from './support/stop-under-load.ts';
import { openShopWithValves } from './support/valve.ts';
import { signatureOf } from './support/webhooks.ts';

let shop: Awaited<ReturnType<typeof openShopWithValves>>;
let site: SiteProcess | undefined;
beforeEach(async () => {
  shop = await openShopWithValves();
});
afterEach(async () => {
  await site?.signal('SIGKILL');
  site = undefined;
  await shop.close();
});

/** Polls until the answer is as expected, because another process cannot be awaited otherwise. */
async function until(wanted: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await wanted())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('Without the identity keys at start the site is alive and serves its pages, says why it is not ready, and becomes ready by itself', async () => {
  const person = await newPerson(shop);
  await shop.stopSite();
  shop.identity.set('down');
  site = await startSiteProcess(shop);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
  const unready = await fetch(`${shop.url}/readyz`);
  expect(unready.status).toBe(503);
  expect(await unready.json()).toMatchObject({
    code: 'service_unavailable',
    detail: expect.stringContaining('keys have not been fetched'),
  });
  const content = () => fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(person.idToken) });
  expect((await content()).status).toBe(503);
  shop.identity.set('fine');
  await until(async () => (await fetch(`${shop.url}/readyz`)).ok);
  expect((await content()).status).toBe(200);
});

describe('SIGTERM', () => {
  it('under load fails no request of a client that honours Connection: close', async () => {
    await shop.stopSite();
    const outcome = await stopUnderLoad(shop);
    expect(outcome.failures).toEqual([]);
    expect(outcome.answered).toBeGreaterThan(100);
    expect(outcome.exit).toEqual({ code: 0, signal: null });
    expect(outcome.seconds).toBeLessThan(10);
  });

  it('lets the webhook under way finish, and then nothing holds the process back', async () => {
    await shop.stopSite();
    site = await startSiteProcess(shop);
    const agent = new Agent({ keepAlive: true });
    const half = request(`${shop.url}/api/stripe/webhook`, {
      agent,
      method: 'POST',
      headers: {
        'stripe-signature': signatureOf({ payload: 'body' }, { secret: 'whsec_another' }),
        'content-length': 4,
      },
    });
    half.write('ab');
    await once(half, 'socket');
    await until(async () => (await fetch(`${shop.url}/healthz`)).ok);
    const ended = site.signal('SIGTERM');
    await until(async () => (await fetch(`${shop.url}/readyz`)).status === 503);
    // The proxy in front of a single site polls this one, so it must report the shutdown before connections close.
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(503);
    half.end('cd');
    const [answer] = (await once(half, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.connection).toBe('close');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(site.output()).toContain('"msg":"stopped"');
    agent.destroy();
  });
});

it("A programmer's error ends the process, with the reason in the log and nothing half done", async () => {
  await shop.stopSite();
  const fault = `process.on('SIGUSR2', () => { throw new Error('a wrong turn, for reader@example.com') })`;
  site = await startSiteProcess(shop, {
    nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(fault)}`],
  });
  const { code } = await site.signal('SIGUSR2');
  expect(code).not.toBe(0);
  const line = site
    .output()
    .split('\n')
    .find((text) => text.includes('"level":60'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    origin: 'uncaughtException',
    err: { message: 'a wrong turn, for (address)' },
  });
});
