import { afterEach, expect, it } from 'vitest';
import { postCheckout } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShopWithValves } from './support/valve.ts';
import { paidEvent, postEvent } from './support/webhooks.ts';

let shop: Awaited<ReturnType<typeof openShopWithValves>>;
afterEach(() => shop.close());

it('While the payment provider hangs, checkouts past a number get a fast 503 with Retry-After; pages, webhooks and health go on', async () => {
  const most = 20;
  shop = await openShopWithValves({ environment: { MOST_REQUESTS_AT_ONCE: String(most) } });
  shop.payments.set('hangs');
  const leaving = new AbortController();
  const checkout = (signal?: AbortSignal) =>
    fetch(`${shop.url}/api/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ products: [{ id: 'fist' }], baseUrl: shop.url, email: newEmail() }),
      ...(signal && { signal }),
    });
  const waiting = Array.from({ length: most / 2 }, () => checkout(leaving.signal).catch(() => null));
  // They are all waiting once the valve has seen them.
  while (shop.payments.requests.filter((path) => path.includes('checkout/sessions')).length < most / 2)
    await new Promise((resolve) => setTimeout(resolve, 20));

  const startedAt = performance.now();
  const refused = await checkout();
  expect(refused.status).toBe(503);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({ code: 'service_unavailable' });
  expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  expect((await postEvent(shop, paidEvent(newEmail(), 'fist'))).status).toBe(200);

  leaving.abort();
  await Promise.all(waiting);
  shop.payments.set('fine');
  // Those that went away free their places.
  const once = () => postCheckout(shop, { products: [{ id: 'fist' }], baseUrl: shop.url, email: newEmail() });
  const deadline = Date.now() + 5000;
  while ((await once()).status !== 200) expect(Date.now()).toBeLessThan(deadline);
  const answers = await Promise.all(Array.from({ length: 4 }, once));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
