import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkout, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop, webhookSecret } from '#tests/support/shop.ts';

let shop: Shop;
let child: ChildProcess;
beforeEach(async () => {
  shop = await openShop();
  await shop.stopSite();
});
afterEach(async () => {
  child.kill('SIGKILL');
  await shop.close();
});

/** Starts the site as a process with a limit on file sizes: for SQLite that is a full disk. */
async function startSiteWithLimit(largestFileInBlocks: number | 'unlimited'): Promise<void> {
  child = spawn('sh', ['-c', `ulimit -f ${largestFileInBlocks}; exec "$NODE" server/main.ts`], {
    env: { ...shop.environment, NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The site has no output');
  for await (const line of createInterface({ input: child.stdout }))
    if (line.includes('site ready')) return child.stdout.resume() && undefined;
  throw new Error('The site did not start');
}

it('A webhook answers 500 while the disk is full, and succeeds on the retry', async () => {
  // The WAL grows by some pages a purchase, so this is reached after a few dozen.
  await startSiteWithLimit(600);
  const email = newEmail();
  const { hostname, port } = new URL(shop.sandboxUrl);
  const stripe = new Stripe('sk_test_shop', { host: hostname, port, protocol: 'http' });
  shop.sandbox.stripe.setWebhookUrl(null);
  const post = (event: Stripe.Event) => {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    return fetch(`${shop.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    });
  };
  const opened = await checkout(shop, ['fist'], email);
  await press(opened.payUrl, 'pay');
  const [event] = (await stripe.events.list({ type: 'checkout.session.completed' })).data;
  if (!event) throw new Error('The provider made no event');

  let filler = 0;
  const fill = () => {
    filler += 1;
    const session = event.data.object as Stripe.Checkout.Session;
    const copy = {
      ...session,
      id: `cs_test_filler${filler}`,
      payment_intent: `pi_filler${filler}`,
      customer_details: { ...session.customer_details, email: 'filler@example.com' },
    };
    return post({ ...event, id: `evt_filler${filler}`, data: { object: copy } } as Stripe.Event);
  };
  while ((await fill()).status === 200) expect(filler).toBeLessThan(2000);
  expect((await post(event)).status).toBe(500);

  child.kill('SIGKILL');
  await once(child, 'exit');
  const database = new Database(shop.config.databaseFile, { readonly: true });
  const half = database
    .prepare('SELECT 1 FROM purchases WHERE checkout_session_id = ?')
    .all(opened.sessionId);
  database.close();
  expect(half).toEqual([]);
  await startSiteWithLimit('unlimited');
  const person = await newPerson(shop, email);
  expect((await post(event)).status).toBe(200);
  expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
});
