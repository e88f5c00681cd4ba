import request from 'supertest';
import { afterEach, expect, it } from 'vitest';
import { createCheckoutSession, patternOf } from '#shared/endpoints.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShopWithValves } from './support/valve.ts';
import { paidEvent, postEvent } from './support/webhooks.ts';

let shop: Awaited<ReturnType<typeof openShopWithValves>>;
afterEach(() => shop.close());

it('While the payment provider hangs, checkouts past a number get a fast 503 with Retry-After; pages, webhooks and health go on', async () => {
  const most = 20;
  shop = await openShopWithValves({ environment: { MOST_REQUESTS_AT_ONCE: String(most) } });
  shop.payments.set('hangs');
  const checkout = () =>
    request(shop.url)
      .post(patternOf(createCheckoutSession))
      .send({ products: [{ id: 'fist' }], baseUrl: shop.url, email: newEmail() });
  const leaving = Array.from({ length: most / 2 }, checkout);
  let answered = 0;
  for (const waiting of leaving) waiting.end(() => (answered += 1));
  // All of them are waiting once they have reached the valve.
  await shop.payments.arrived(most / 2, 'checkout/sessions');

  const refused = await checkout();
  expect(refused.status).toBe(503);
  expect(answered).toBe(0);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.body).toMatchObject({ code: 'service_unavailable' });
  // The load class does not depend on the spelling of the path: routing ignores case and a trailing slash.
  for (const path of ['/API/Create-Checkout-Session', '/api/create-checkout-session/'])
    await request(shop.url).post(path).send({}).expect(503);
  await request(shop.url).get('/API/Orders/cs_test_none').expect(503);
  await request(shop.url).get('//api/orders/cs_test_none').expect(404);
  await request(shop.url).get('/API/Unlocked-Content').expect(401);
  await request(shop.url).get('/shop').expect(200);
  await request(shop.url).get('/healthz').expect(200);
  await request(shop.url).get('/readyz').expect(200);
  expect((await postEvent(shop, paidEvent(newEmail(), 'fist'))).status).toBe(200);

  for (const waiting of leaving) waiting.abort();
  shop.payments.set('fine');
  // Clients that disconnect free their places.
  await expect.poll(async () => (await checkout()).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 4 }, checkout));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
