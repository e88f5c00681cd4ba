import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '#tests/hardening/support/figures.ts';
import { admin } from '#tests/support/admin.ts';
import { buy, buyUnheard, control, order } from '#tests/support/orders.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let metricsPort: number;
beforeEach(async () => {
  metricsPort = await freePort();
  shop = await openShop({ environment: { METRICS_PORT: String(metricsPort) } });
});
afterEach(() => shop.close());

const run = (...args: string[]) => admin(shop.environment, args);
const doctor = async () =>
  (await run('doctor', '--json'))
    .json<{ check: string; found: string }[]>()
    .find(({ check }) => check === 'fraud warnings')?.found;

it('An early fraud warning is asked about before it becomes a dispute, counted, and settled by a refund', async () => {
  const { sessionId } = await buy(shop, ['fod'], 'stolen@example.com');
  expect(await doctor()).toBe('none');
  const warning = await control<{ id: string }>(shop, 'fraud-warning', { checkout_session: sessionId });
  expect((await run('orders', 'attention')).out).toMatch(
    new RegExp(`${sessionId} +early_fraud_warning +${warning.id}`),
  );
  expect(await doctor()).toBe('1 payment is called fraudulent by a bank');
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(figures).toMatch(/^shop_fraud_warnings_total 1$/m);
  // The buyer sees and loses nothing, because the bank may be wrong.
  expect((await order(shop, sessionId)).body).toMatchObject({ status: 'paid' });
  const args = ['orders', 'refund', sessionId, '--reason', 'early fraud warning', '--yes'];
  expect(await run(...args)).toMatchObject({ code: 0 });
  await shop.sandbox.stripe.deliveriesSettled();
  expect(await doctor()).toBe('none');
});

it('A warning that the webhook lost is found by the reconciler, with the order it is about', async () => {
  const { sessionId } = await buyUnheard(shop, ['fist'], 'lost@example.com');
  shop.sandbox.stripe.setWebhookUrl(null);
  await control(shop, 'fraud-warning', { checkout_session: sessionId });
  shop.sandbox.stripe.setWebhookUrl(`${shop.url}/api/stripe/webhook`);
  expect(await run('reconcile')).toMatchObject({ code: 0 });
  expect((await run('orders', 'attention')).out).toMatch(new RegExp(`${sessionId} +early_fraud_warning`));
});
