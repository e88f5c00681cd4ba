import type Stripe from 'stripe';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStripeClient } from '#server/providers/stripe/payments.ts';
import type { Withdrawal } from '#shared/api/withdrawals.ts';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { admin } from '#tests/support/admin.ts';
import {
  bearer,
  buy,
  checkout,
  control,
  json,
  newBrowser,
  order,
  press,
  unlockedIds,
} from '#tests/support/orders.ts';
import { newEmail, newOperator, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let stripe: Stripe;
let metricsPort: number;
beforeEach(async () => {
  metricsPort = await freePort();
  const environment = { OPERATOR_GROUP: 'shopkeepers', METRICS_PORT: String(metricsPort) };
  shop = await openShop({ environment });
  stripe = createStripeClient('sk_test_shop', shop.sandboxUrl);
});
afterEach(() => shop.close());

const browser = () => newBrowser(shop).checkout;
const figures = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const statusOf = async (id: string) => (await stripe.checkout.sessions.retrieve(id)).status;

describe('a guest in one browser', () => {
  it('is known again by a cookie that scripts and other sites cannot reach, and that names nobody', async () => {
    const { set } = await browser()(['fod'], newEmail());
    expect(set).toMatch(
      /^browser=[A-Za-z0-9_-]{22}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
  });

  it('closes the older payment page with a newer one: nothing can be paid there any more', async () => {
    const pay = browser();
    const email = newEmail();
    const older = await pay(['fod'], email);
    const newer = await pay(['fod'], email);
    expect(await statusOf(older.sessionId)).toBe('expired');
    expect(
      (await fetch(older.payUrl, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) })).status,
    ).toBe(409);
    expect(await press(newer.payUrl, 'pay')).toContain('/shop/success');
  });

  it('who has paid in another tab this second is led to that order instead of paying once more', async () => {
    const pay = browser();
    const email = newEmail();
    const first = await pay(['fist'], email);
    // The webhook has not arrived yet.
    shop.sandbox.stripe.setWebhookUrl(null);
    await press(first.payUrl, 'pay');
    const second = await pay(['fist'], email);
    expect(second.payUrl).toBe(`${shop.url}/shop/success?session_id=${first.sessionId}&again=1`);
    shop.sandbox.stripe.setWebhookUrl(`${shop.url}/api/stripe/webhook`);
    expect((await order(shop, first.sessionId)).body.status).toBe('paid');
  });

  it('a stranger who types the same address, or makes a cookie up, closes nobody’s page', async () => {
    const email = newEmail();
    const own = await browser()(['fod'], email);
    await browser()(['fod'], email);
    const made = await browser()(['fod'], email, { cookie: `browser=${'A'.repeat(22)}` });
    expect(made.status).toBe(200);
    for (const broken of ['browser=x', 'browser=', 'a; browser=%00%ff', `browser=${'A'.repeat(5000)}`]) {
      const answer = await browser()(['fod'], email, { cookie: broken });
      expect([answer.status, /^browser=[\w-]{22};/.test(answer.set ?? '')]).toEqual([200, true]);
    }
    expect(await statusOf(own.sessionId)).toBe('open');
  });
});

it('An account closes its older payment page from any browser; a provider that will not close it holds nothing up', async () => {
  const person = await newPerson(shop);
  const headers = bearer(person.idToken);
  const [first, second] = [
    await checkout(shop, ['fod'], '', headers),
    await checkout(shop, ['fod'], '', headers),
  ];
  expect(await statusOf(first.sessionId)).toBe('expired');
  await control(shop, 'fail', { count: 1, status: 503, path: '/expire' });
  await checkout(shop, ['fod'], '', headers);
  expect(await statusOf(second.sessionId)).toBe('open');
  expect(shop.logText()).toContain('an older payment page stays open beside a newer one');
  expect(await figures()).toMatch(/^shop_older_checkouts_total\{outcome="not_closed"\} 1$/m);
});

describe('what was paid twice anyway', () => {
  const payTwice = async () => {
    const person = await newPerson(shop);
    const first = await buy(shop, ['fod'], person.email);
    const second = await buy(shop, ['fod'], person.email);
    return { person, first, second };
  };
  const doctor = async () =>
    (await admin(shop.environment, ['doctor', '--json']))
      .json<{ check: string; found: string }[]>()
      .find(({ check }) => check === 'paid twice')?.found;

  it('is told to the buyer at once, with the way to have it back, and to the operator, and is counted', async () => {
    const { first, second, person } = await payTwice();
    const { body } = await request(shop.url)
      .get(`/api/orders/${second.sessionId}`)
      .set(bearer(person.idToken));
    expect(body).toMatchObject({ status: 'paid', withdrawal: { receivedAt: null } });
    expect(Date.now() - Date.parse(body.paidBefore?.at ?? '')).toBeLessThan(60_000);
    // The other order's id opens that order's page: it is not given away with the later one's.
    expect(JSON.stringify(body)).not.toContain(first.sessionId);
    for (const { sessionId } of [first, second])
      expect((await order(shop, sessionId)).body).not.toHaveProperty('paidBefore');
    expect(await doctor()).toBe('1 order was paid for by another as well');
    expect(await figures()).toMatch(/^shop_paid_twice_total 1$/m);
    expect((await admin(shop.environment, ['orders', 'attention'])).out).toMatch(
      new RegExp(`${second.sessionId} +paid_twice +${first.sessionId}`),
    );

    const args = ['orders', 'refund', second.sessionId, '--reason', 'paid twice', '--yes'];
    expect(await admin(shop.environment, args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^250 SEK given back: re_\w+, succeeded\.\n$/),
    });
    await shop.sandbox.stripe.deliveriesSettled();
    expect((await order(shop, second.sessionId)).body).toMatchObject({ status: 'refunded' });
    // The unlocks of the first payment stay.
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fod']);
    expect(await doctor()).toBe('nothing');
    expect(await admin(shop.environment, args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be given back: it is refunded'),
    });
  });

  it('is withdrawn from at any time, and what the other order unlocks stays', async () => {
    const { second, person } = await payTwice();
    const ask = async (confirm: boolean) => {
      const body = { orderId: second.sessionId, name: 'Anna', email: person.email, confirm };
      const path = patternOf(endpoints.withdraw);
      return (await request(shop.url).post(path).send(body)).body as Withdrawal;
    };
    expect(await ask(false)).toMatchObject({ status: 'to_confirm', refundOre: 25_000, staysUnlocked: true });
    expect((await ask(true)).received?.confirmation).toContain('stays unlocked by your other order');
    await control(shop, 'refund', { checkout_session: second.sessionId });
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fod']);
  });

  it('goes back with one press of the operator’s page, once, however often it is pressed', async () => {
    const operator = await newOperator(shop);
    const { second } = await payTwice();
    const give = ({ idToken } = operator) =>
      fetch(`${shop.url}/api/operator/orders/${second.sessionId}/refund`, {
        method: 'POST',
        headers: { ...bearer(idToken), ...json },
        body: '{"reason":"paid twice","what":"all"}',
      });
    const answers = await Promise.all([give(), give()]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0);
    const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(second.sessionId);
    const refunds = await stripe.refunds.list({ payment_intent: String(payment) });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([25_000]);
    expect((await give()).status).toBe(409);
    expect((await give(await newPerson(shop))).status).toBe(403);
  });
});
