import { afterEach, expect, it } from 'vitest';
import type { SessionResponse } from '#shared/api/session.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, buy, checkout, json, order, press } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId, webhookSecret } from '#tests/support/shop.ts';
import { freePort } from './support/figures.ts';
import { type SiteProcess, startSiteProcess } from './support/site-process.ts';
import { paidEvent, postEvent } from './support/webhooks.ts';

let shop: Shop;
let site: SiteProcess | undefined;
afterEach(async () => {
  await site?.signal('SIGKILL');
  site = undefined;
  await shop.close();
});

/** A browser's cookies, as far as this site needs them: replaced by name, removed when set to an empty value. */
function cookieJar() {
  const cookies = new Map<string, string>();
  const lifetimes = new Map<string, boolean>();
  return {
    keep(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';');
        const name = pair.slice(0, pair.indexOf('='));
        cookies.set(name, pair.slice(name.length + 1));
        lifetimes.set(
          name,
          attributes.some((attribute) => /^\s*(expires|max-age)=/i.test(attribute)),
        );
      }
    },
    /** Closing the browser deletes cookies without a lifetime. */
    closeBrowser() {
      for (const [name, lasts] of lifetimes) if (!lasts) cookies.delete(name);
    },
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

it('Session keys are replaced without signing anybody out, also when the browser is closed in between', async () => {
  shop = await openShop();
  const jar = cookieJar();
  const person = await newPerson(shop, undefined, webClientId);
  const begin = await fetch(`${shop.url}/api/session`, {
    method: 'POST',
    headers: { ...json, ...bearer(person.idToken) },
    body: JSON.stringify({ refreshToken: person.refreshToken }),
  });
  jar.keep(begin);
  await shop.stopSite();
  const read = async () => {
    const response = await fetch(`${shop.url}/api/session`, { headers: { cookie: jar.header() } });
    jar.keep(response);
    return ((await response.json()) as SessionResponse).session?.username ?? null;
  };
  const oldKey = shop.environment['SESSION_KEYS'] ?? '';
  const newKey = 'a-new-session-key-for-tests-of-32-chars-or-more';
  for (const keys of [`${newKey},${oldKey}`, newKey]) {
    site = await startSiteProcess(shop, { environment: { SESSION_KEYS: keys } });
    expect([keys, await read()]).toEqual([keys, person.username]);
    jar.closeBrowser();
    await site.signal('SIGTERM');
  }
  site = await startSiteProcess(shop, {
    environment: { SESSION_KEYS: 'quite-another-key-of-32-characters-or-more' },
  });
  expect(await read()).toBeNull();
});

it('Webhook secrets are replaced without dropping an event: both count while both are configured', async () => {
  const newSecret = 'whsec_new_0123456789abcdef';
  shop = await openShop({ environment: { STRIPE_WEBHOOK_SECRET: `${newSecret},${webhookSecret}` } });
  const statuses = await Promise.all(
    [webhookSecret, newSecret, 'whsec_wrong_0123456789'].map(
      async (secret) => (await postEvent(shop, paidEvent('a@example.com', 'fist'), { secret })).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 400]);
  await shop.close();
  shop = await openShop({ environment: { STRIPE_WEBHOOK_SECRET: newSecret } });
  shop.sandbox.stripe.setWebhookUrl(null);
  const status = async (secret: string) =>
    (await postEvent(shop, paidEvent('a@example.com', 'fist'), { secret })).status;
  expect([await status(webhookSecret), await status(newSecret)]).toEqual([400, 200]);
});

it('A whole journey at the most talkative level leaves no token, code, address or cookie in log or figures', async () => {
  shop = await openShop();
  await shop.stopSite();
  const metricsPort = await freePort();
  site = await startSiteProcess(shop, {
    environment: { LOG_LEVEL: 'trace', METRICS_PORT: String(metricsPort) },
  });
  const code = 'ember-gate-7k3m';
  const ledger = openVerbs(shop.config.databaseFile, () => new Date());
  await ledger.addActivationCodes([{ code, campaign: 'test', unlocks: ['fist'] }], new Date());
  await ledger.close();

  const email = 'a.very.findable.reader@example.com';
  const person = await newPerson(shop, email, webClientId);
  const jar = cookieJar();
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${shop.url}${path}`, {
      ...init,
      headers: { ...json, ...bearer(person.idToken), cookie: jar.header(), ...init.headers },
    });
    jar.keep(response);
    return response;
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', body: JSON.stringify(body), headers });
  await post('/api/session', { refreshToken: person.refreshToken });
  await call('/api/session');
  const bought = await buy(shop, ['fod'], email);
  expect((await order(shop, bought.sessionId)).status).toBe(200);
  await post('/api/use-code', { activationCode: code });
  await post('/api/use-code', { activationCode: 'a-wrong-code-9z' });
  await call('/api/unlocked-content');

  // And errors: refusals, outages, broken bodies.
  const wrongToken = `${person.idToken.slice(0, -8)}AAAAAAAA`;
  await call('/api/unlocked-content', { headers: bearer(wrongToken) });
  await post('/api/create-checkout-session', {
    products: [{ id: 'fist' }],
    baseUrl: 'x',
    email: `${email}@`,
  });
  await call('/api/use-code', { method: 'POST', body: `{"activationCode":"${code}` });
  await call(`/api/orders/cs_test_${code}?mail=${email}`);
  await call(`/shop/${code}?mail=${email}&token=${person.idToken}`);
  await shop.sandbox.stripe.deliveriesSettled();
  const down = (count: number, status: number) =>
    fetch(`${shop.sandboxUrl}/sandbox/stripe/fail`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ count, status }),
    });
  for (const status of [400, 402, 429]) {
    await down(1, status);
    await post('/api/create-checkout-session', { products: [{ id: 'fist' }], baseUrl: shop.url, email });
  }
  await down(9, 0);
  await post('/api/create-checkout-session', { products: [{ id: 'fist' }], baseUrl: shop.url, email });
  await down(0, 500);
  const opened = await checkout(shop, ['fist'], email);
  await press(opened.payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await call('/api/session', { method: 'DELETE' });
  await call('/api/account', { method: 'DELETE', body: JSON.stringify({ accessToken: person.accessToken }) });
  await site.signal('SIGTERM');

  const cookieValues = [...jar.header().matchAll(/=([^;]{8,})/g)].map(([, value]) => value ?? '');
  const secrets: Record<string, string[]> = {
    'e-mail addresses': [email, encodeURIComponent(email)],
    'id tokens': person.idToken.split('.'),
    'access tokens': person.accessToken.split('.').slice(1),
    'refresh tokens': [person.refreshToken],
    'activation codes': [code, 'a-wrong-code-9z'],
    cookies: cookieValues,
    'configured secrets': [webhookSecret, 'sk_test_shop', shop.environment['SESSION_KEYS'] ?? ''],
  };
  const output = site.output();
  expect(output.split('\n').length).toBeGreaterThan(30);
  expect(metrics).toContain('shop_purchases_total{by="webhook"} 2');
  expect(metrics).toContain('shop_redemptions_total{outcome="redeemed"} 1');
  expect(metrics).toContain('shop_redemptions_total{outcome="code_not_found"} 1');
  for (const [kind, values] of Object.entries(secrets)) {
    const found = values.filter(
      (value) => value.length > 5 && (output.includes(value) || metrics.includes(value)),
    );
    expect([kind, found]).toEqual([kind, []]);
  }
  expect(output).not.toMatch(/[\w.]+@example\.com/);
});
