import { copyFileSync } from 'node:fs';
import pino from 'pino';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { type ReconcileOptions, reconcile } from '#server/buying/reconcile.ts';
import { resyncOrder } from '#server/buying/resync-order.ts';
import { createStripeBooks } from '#server/providers/stripe/books.ts';
import { createStripeClient, createStripePayments } from '#server/providers/stripe/payments.ts';
import { noMeters } from '#server/runtime.ts';
import { type LedgerVerbs, noPapers, openVerbs } from '#tests/support/ledger-verbs.ts';
import { buy, control, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

const clock = () => new Date();
const log = pino({ level: 'silent' });

let shop: Shop;
let stripe: Stripe;
let ledger: LedgerVerbs;
beforeEach(async () => {
  // All buyers of a day have one address here.
  shop = await openShop({ environment: { RATE_LIMIT_FACTOR: '100' } });
  stripe = createStripeClient('sk_test_shop', shop.sandboxUrl);
  ledger = openVerbs(shop.config.databaseFile, clock);
  // The run at the start is over before the test begins.
  await expect.poll(() => ledger.lastReconciliation()).not.toBeNull();
});
afterEach(async () => {
  await ledger.close();
  await shop.close();
});

const loseAll = () => control(shop, 'lose-webhooks', { count: 100_000 });
const run = (options: ReconcileOptions = {}) =>
  reconcile(
    { ledger, clock, log, metrics: noMeters, payments: noPapers, books: createStripeBooks(stripe, false) },
    options,
  );
const grantedIn = async (sessionId: string) =>
  (await ledger.orderGrants(sessionId)).grants
    .filter(({ withheldReason }) => withheldReason === null)
    .map(({ adventureId }) => adventureId);

/** A day of the shop: orders, some of them refunded. */
async function dayOfOrders(count: number): Promise<{ kept: string[]; refunded: string[] }> {
  const sessions = await Promise.all(
    Array.from({ length: count }, async () => (await buy(shop, ['fod'], newEmail())).sessionId),
  );
  const refunded = sessions.filter((_, index) => index % 10 === 0);
  for (const id of refunded) await control(shop, 'refund', { checkout_session: id });
  return { kept: sessions.filter((id) => !refunded.includes(id)), refunded };
}

it('With every webhook of a day lost, the reconciler brings every purchase in, once, with its refunds', async () => {
  await loseAll();
  const orders = 120;
  const { kept, refunded } = await dayOfOrders(orders);
  expect(await ledger.findPurchase(kept[0] ?? '')).toBeNull();

  const looked = await run({ dryRun: true });
  expect(looked).toMatchObject({ dryRun: true, failed: 0 });
  expect(looked.purchases.toSorted()).toEqual([...kept, ...refunded].toSorted());
  expect(await ledger.findPurchase(kept[0] ?? '')).toBeNull();

  const result = await run();
  expect(result.failed).toBe(0);
  expect(result.purchases.toSorted()).toEqual(looked.purchases.toSorted());
  for (const id of kept) expect(await grantedIn(id)).toEqual(['fod']);
  for (const id of refunded) expect(await grantedIn(id)).toEqual([]);

  const again = await run({ since: new Date(0) });
  expect(again).toMatchObject({ events: { missing: 0 }, sessions: { missing: 0 }, purchases: [], failed: 0 });
  expect(again.sessions.seen).toBe(orders);
  for (const id of kept) expect((await ledger.orderGrants(id)).history).toHaveLength(1);
});

it('A site that was away for days heals by itself when it starts, without delaying its start', async () => {
  const person = await newPerson(shop);
  await shop.stopSite();
  shop.sandbox.stripe.setWebhookUrl(null);
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer_email: person.email,
    success_url: `${shop.url}/shop/success`,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'sek', unit_amount: 25_000, product_data: { name: 'F.I.S.T.' } },
      },
    ],
    metadata: { product_fist: '25000' },
  });
  await fetch(`${shop.sandboxUrl}/pay/${session.id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'pay' }),
  });
  await shop.restart();
  await expect.poll(() => ledger.findPurchase(session.id)).not.toBeNull();
  expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
  const [granted] = (await ledger.orderGrants(session.id)).history;
  expect(granted).toMatchObject({ what: 'granted', actor: 'reconciler' });
});

it("A database restored from yesterday's backup heals, though the provider has delivered everything", async () => {
  const { sessionId: old } = await buy(shop, ['fod'], newEmail());
  const backup = `${shop.config.databaseFile}.backup`;
  await shop.stopSite();
  await ledger.close();
  copyFileSync(shop.config.databaseFile, backup);
  await shop.restart();
  const { sessionId: newer } = await buy(shop, ['fist'], newEmail());
  await control(shop, 'refund', { checkout_session: old });

  ledger = openVerbs(backup, clock);
  expect(await grantedIn(old)).toEqual(['fod']);
  const result = await run();
  expect(result).toMatchObject({ purchases: [newer], failed: 0 });
  expect(await grantedIn(old)).toEqual([]);
  expect(await grantedIn(newer)).toEqual(['fist']);
});

it('An outage of the provider is a warning, and the next run begins where the failed one did', async () => {
  const before = await ledger.lastReconciliation();
  await control(shop, 'fail', { count: 3, status: 503 });
  await expect(run()).rejects.toThrow(PaymentProviderUnavailable);
  expect(await ledger.lastReconciliation()).toEqual(before);

  // A site that starts asks three times for the reconciler, and three times for the provider's clock (right-clock.ts).
  await control(shop, 'fail', { count: 6, status: 503 });
  await shop.restart();
  await expect
    .poll(() => shop.logText())
    .toContain('the payment provider does not answer; reconciling goes on next time');
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
});

it('One order can be looked up alone, with its refunds as they are now', async () => {
  await loseAll();
  const { sessionId } = await buy(shop, ['fod'], newEmail());
  await control(shop, 'refund', { checkout_session: sessionId });
  const needs = {
    ledger,
    clock,
    log,
    metrics: noMeters,
    payments: createStripePayments(stripe, {
      publicUrl: shop.url,
      checkoutConsentText: null,
      reckonsTax: false,
      makesInvoices: false,
    }),
    books: createStripeBooks(stripe, false),
  };
  expect(await resyncOrder(needs, sessionId, 'operator:test')).toEqual({ outcome: 'fulfilled', news: 1 });
  expect(await grantedIn(sessionId)).toEqual([]);
  expect((await ledger.orderGrants(sessionId)).history.map(({ actor }) => actor)).toEqual([
    'operator:test',
    'operator:test',
  ]);
  expect(await resyncOrder(needs, sessionId, 'operator:test')).toEqual({
    outcome: 'already_fulfilled',
    news: 0,
  });
  expect(await resyncOrder(needs, 'cs_test_unknown', 'operator:test')).toEqual({
    outcome: 'not_found',
    news: 0,
  });
});
