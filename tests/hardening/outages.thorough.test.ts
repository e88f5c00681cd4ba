import { afterEach, describe, expect, it } from 'vitest';
import { usualProviderTimes } from '#server/providers/provider-times.ts';
import {
  bearer,
  buy,
  checkout,
  json,
  order,
  postCheckout,
  press,
  unlockedIds,
} from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { webClientId } from '#tests/support/shop.ts';
import { type Condition, openShopWithValves } from './support/valve.ts';
import { paidEvent, postEvent } from './support/webhooks.ts';

let shop: Awaited<ReturnType<typeof openShopWithValves>>;
afterEach(() => shop.close());

const cart = (email: string) => ({ products: [{ id: 'fist' }], baseUrl: shop.url, email });
const until = async (wanted: () => Promise<boolean>) => {
  const deadline = Date.now() + 30_000;
  while (!(await wanted())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Checks what buyer and operator see, and that nothing is lost after the outage. */
describe('The payment provider', () => {
  it.each<Condition>(['down', 'nonsense', 'error 500', 'error 503'])(
    'is %s: the buyer gets 502 and may try again, purchases that were paid still come in, and all is well afterwards',
    async (condition) => {
      shop = await openShopWithValves();
      const email = newEmail();
      const opened = await postCheckout(shop, cart(email));
      const { redirect_url: payUrl } = opened.body as { redirect_url: string };
      const { sessionId: unpaid } = await checkout(shop, ['fod'], newEmail());
      shop.payments.set(condition);
      // An order that is not recorded yet can only be looked up at the provider.
      const [refused, lookedUp] = await Promise.all([postCheckout(shop, cart(email)), order(shop, unpaid)]);
      expect(refused.status).toBe(502);
      expect(refused.body).toMatchObject({ code: 'payment_provider_unavailable' });
      expect(shop.logText()).toContain('a service does not answer');
      expect(lookedUp).toMatchObject({
        status: 502,
        body: { code: 'payment_provider_unavailable' },
      });

      // The webhook needs no call to the provider.
      await press(payUrl, 'pay');
      await shop.sandbox.stripe.deliveriesSettled();
      const { idToken } = await newPerson(shop, email);
      expect(await unlockedIds(shop, idToken)).toEqual(['fist']);
      expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
      expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);

      shop.payments.set('fine');
      expect((await postCheckout(shop, cart(email))).status).toBe(200);
      expect(await order(shop, unpaid)).toMatchObject({ status: 200, body: { status: 'open' } });
    },
  );

  it('is slow: the buyer waits and gets there, and nobody else waits with them', async () => {
    shop = await openShopWithValves();
    const email = newEmail();
    const { idToken } = await newPerson(shop, email);
    shop.payments.set('hangs');
    let answered = 0;
    const asking = async () => {
      const answer = await postCheckout(shop, cart(email));
      answered += 1;
      return answer;
    };
    const waiting = Promise.all([asking(), asking()]);
    await shop.payments.arrived(2, 'checkout/sessions');
    expect((await postEvent(shop, paidEvent(email, 'fist'))).status).toBe(200);
    expect(await unlockedIds(shop, idToken)).toEqual(['fist']);
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
    expect(answered).toBe(0);
    shop.payments.release();
    expect((await waiting).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('hangs: the buyer is told after three tries, and gets there with the same request once it is over', async () => {
    shop = await openShopWithValves({ providerTimes: { ...usualProviderTimes, callMs: 200 } });
    const email = newEmail();
    const ask = () => postCheckout(shop, cart(email), { 'idempotency-key': 'hanging-once-0123456789' });
    shop.payments.set('hangs');
    const refused = await ask();
    expect(shop.payments.requests.filter((path) => path.endsWith('checkout/sessions'))).toHaveLength(3);
    expect(refused.status).toBe(502);
    expect(refused.body).toMatchObject({ code: 'payment_provider_unavailable' });
    shop.payments.set('fine');
    expect((await ask()).status).toBe(200);
  });

  it('sends with a secret we do not have: 400 and a line in the log, and the order page fulfils all the same', async () => {
    shop = await openShopWithValves({ environment: { STRIPE_WEBHOOK_SECRET: 'whsec_another_0123456789' } });
    const email = newEmail();
    const { sessionId } = await buy(shop, ['fist'], email);
    const { idToken } = await newPerson(shop, email);
    expect(await unlockedIds(shop, idToken)).toEqual([]);
    expect(shop.logText()).toMatch(/"route":"\/api\/stripe\/webhook","status":400/);
    expect((await order(shop, sessionId)).body.status).toBe('paid');
    expect(await unlockedIds(shop, idToken)).toEqual(['fist']);

    // Whoever does not come back to the order page is found by the reconciler.
    await buy(shop, ['fod'], email);
    expect(await unlockedIds(shop, idToken)).toEqual(['fist']);
    await shop.restart();
    await until(async () => (await unlockedIds(shop, idToken)).includes('fod'));
  });

  it('loses webhooks: the reconciler finds the purchase at the next start', async () => {
    shop = await openShopWithValves();
    const email = newEmail();
    shop.sandbox.stripe.setWebhookUrl(null);
    await buy(shop, ['fist'], email);
    const { idToken } = await newPerson(shop, email);
    expect(await unlockedIds(shop, idToken)).toEqual([]);
    await shop.restart();
    await until(async () => (await unlockedIds(shop, idToken)).includes('fist'));
  });
});

describe('The identity service', () => {
  it('is down later: tokens that its known keys signed go on working, pages too, and nobody is signed out', async () => {
    shop = await openShopWithValves();
    const email = newEmail();
    await buy(shop, ['fist'], email);
    const { idToken } = await newPerson(shop, email);
    await shop.restart();
    shop.identity.set('down');
    expect(await unlockedIds(shop, idToken)).toEqual(['fist']);
    expect((await postCheckout(shop, cart(email), bearer(idToken))).status).toBe(200);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);

    // New keys that cannot be fetched are an outage, not a bad token; and they are not asked for without a pause.
    shop.sandbox.identity.rotateSigningKeys();
    const fresh = await newPerson(shop);
    const before = shop.identity.requests.length;
    for (let asked = 0; asked < 20; asked += 1) {
      const response = await fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(fresh.idToken) });
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'identity_provider_unavailable' });
    }
    expect(shop.identity.requests.length - before).toBeLessThanOrEqual(4);
    shop.identity.set('fine');
    await until(
      async () =>
        (await fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(fresh.idToken) })).status === 200,
    );
  });

  it.each<Condition>(['nonsense', 'error 500'])(
    'answers with %s at the start: not ready, alive, and ready later',
    async (condition) => {
      shop = await openShopWithValves({ providerTimes: { ...usualProviderTimes, keyPausesMs: [20] } });
      await shop.stopSite();
      shop.identity.set(condition);
      await shop.restart();
      expect((await fetch(`${shop.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${shop.url}/`)).status).toBe(200);
      shop.identity.set('fine');
      await until(async () => (await fetch(`${shop.url}/readyz`)).ok);
    },
  );
});

describe('The clock', () => {
  it.each([
    ['an hour behind', -3600],
    ['an hour ahead', 3600],
  ])(
    'is %s: webhooks are refused and delivered again, and none is lost once it is right',
    async (_, offset) => {
      let off = offset;
      shop = await openShopWithValves({ clock: () => new Date(Date.now() + off * 1000) });
      const event = paidEvent(newEmail(), 'fist');
      const rightNow = Math.floor(Date.now() / 1000);
      expect((await postEvent(shop, event, { timestamp: rightNow })).status).toBe(400);
      expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
      off = 0;
      expect((await postEvent(shop, event, { timestamp: rightNow })).status).toBe(200);
    },
  );

  it.each([
    ['an hour behind, so that new tokens are from the future', -3600, 503, 'identity_provider_unavailable'],
    ['an hour ahead', 3600, 401, 'unauthorized'],
  ] as const)(
    'is %s: tokens are refused as not valid now, nothing is given away, and they are good once it is right',
    async (_, offset, status, code) => {
      let off = 0;
      shop = await openShopWithValves({ clock: () => new Date(Date.now() + off * 1000) });
      const email = newEmail();
      await buy(shop, ['fist'], email);
      const { username } = await newPerson(shop, email);
      const iat = Math.floor(Date.now() / 1000);
      const token = shop.sandbox.identity.mintToken({
        use: 'id',
        username,
        claims: { iat, exp: iat + 3000 },
      });
      off = offset;
      const refused = await fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(token) });
      expect(refused.status).toBe(status);
      expect(await refused.json()).toMatchObject({ code });
      expect((await postCheckout(shop, cart(email), bearer(token))).status).toBe(status);
      expect((await postCheckout(shop, cart(email))).status).toBe(200);
      off = 0;
      expect(await unlockedIds(shop, token)).toEqual(['fist']);
    },
  );

  it.each([
    ['an hour behind', -3600],
    ['an hour ahead', 3600],
  ])('is %s: a browser session gets no tokens meanwhile, and nobody is signed out', async (_, offset) => {
    let off = 0;
    shop = await openShopWithValves({
      clock: () => new Date(Date.now() + off * 1000),
      sandboxClock: () => new Date(),
    });
    const person = await newPerson(shop, newEmail(), webClientId);
    const begun = await fetch(`${shop.url}/api/session`, {
      method: 'POST',
      headers: { ...json, ...bearer(person.idToken) },
      body: JSON.stringify({ refreshToken: person.refreshToken }),
    });
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const read = () => fetch(`${shop.url}/api/session`, { headers: { cookie } });
    off = offset;
    const refused = await read();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'identity_provider_unavailable' });
    expect(shop.logText()).toContain('is the clock right?');
    off = 0;
    expect(await (await read()).json()).toMatchObject({ session: { username: person.username } });
  });
});
