import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClaimToken } from '#server/owning/claim-links.ts';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { paths } from '#shared/routes.ts';
import { askForLink, claimAs, linkOf, postPreview, previewOf } from '#tests/support/claim-calls.ts';
import { bearer, control, json, newBrowser, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

const proxied = { TRUST_PROXY: '1' };
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: proxied });
});
afterAll(() => shop.close());

/** A guest who paid with a mistyped address, and their browser. */
async function paidByGuest(ids = ['fod']) {
  const browser = newBrowser(shop);
  const { sessionId, payUrl } = await browser.checkout(ids, newEmail());
  await press(payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  return { sessionId, cookie: { cookie: browser.cookie } };
}

describe('a claim link', () => {
  it('is made for the browser that paid, and puts the order on the account of whoever opens it in the app', async () => {
    const { sessionId, cookie } = await paidByGuest();
    const { body, headers } = await askForLink(shop, sessionId, cookie).expect(200);
    expect(body.url).toMatch(new RegExp(`^${shop.url}/open/[A-Za-z0-9_-]{43}$`));
    const days = (Date.parse(body.expiresAt) - Date.now()) / (24 * 3600 * 1000);
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    expect(headers['cache-control']).toBe('no-store');
    const token = body.url.slice(-43);
    expect(await previewOf(shop, token)).toEqual({
      state: 'ready',
      products: [{ id: 'fod', title: 'Lone Wolf The Fortress of Death' }],
    });
    const reader = await newPerson(shop);
    const claimed = { valid: true, error: null, unlocks: ['fod'] };
    expect(await claimAs(shop, reader.idToken, token)).toEqual(claimed);
    expect(await unlockedIds(shop, reader.idToken)).toEqual(['fod']);
    expect(await claimAs(shop, reader.idToken, token)).toEqual(claimed);
  });

  it('used by one account gives another one nothing, nor does the next one that is asked for', async () => {
    const { sessionId, cookie } = await paidByGuest();
    const [first, second] = [await newPerson(shop), await newPerson(shop)];
    const token = await linkOf(shop, sessionId, cookie);
    expect((await claimAs(shop, first.idToken, token)).valid).toBe(true);
    for (const late of [token, await linkOf(shop, sessionId, cookie)]) {
      expect(await claimAs(shop, second.idToken, late)).toEqual({
        ...{ valid: false, error: 'belongs_to_other_account', unlocks: [] },
      });
    }
    expect(await unlockedIds(shop, first.idToken)).toEqual(['fod']);
    expect(await unlockedIds(shop, second.idToken)).toEqual([]);
  });

  it('is made for the signed-in owner in any browser, and for nobody else who has the order’s id', async () => {
    const { sessionId, cookie } = await paidByGuest();
    const [owner, other] = [await newPerson(shop), await newPerson(shop)];
    await claimAs(shop, owner.idToken, await linkOf(shop, sessionId, cookie));
    expect(await previewOf(shop, await linkOf(shop, sessionId, bearer(owner.idToken)))).toMatchObject({
      state: 'claimed',
    });
    for (const headers of [{}, bearer(other.idToken), { cookie: `browser=${'A'.repeat(22)}` }]) {
      const refused = await askForLink(shop, sessionId, headers);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    }
    const elsewhere = await askForLink(shop, sessionId, { ...cookie, origin: 'https://elsewhere.example' });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'cross_site_request']);
    const unknown = await askForLink(shop, 'cs_test_nobody', cookie);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'order_not_found']);
  });

  it('is not made for an order that unlocks nothing: unpaid, or given back', async () => {
    const browser = newBrowser(shop);
    const open = await browser.checkout(['fist'], newEmail());
    const { sessionId, cookie } = await paidByGuest();
    const token = await linkOf(shop, sessionId, cookie);
    await control(shop, 'refund', { checkout_session: sessionId });
    for (const [id, headers] of [
      [open.sessionId, { cookie: browser.cookie }],
      [sessionId, cookie],
    ] as const) {
      const refused = await askForLink(shop, id, headers);
      expect([refused.status, refused.body.code]).toEqual([409, 'claim_link_not_possible']);
    }
    const reader = await newPerson(shop);
    expect(await claimAs(shop, reader.idToken, token)).toMatchObject({ error: 'order_refunded' });
    expect(await previewOf(shop, token)).toMatchObject({ state: 'order_refunded' });
  });

  it('whose refund comes after it was opened is taken back from the account', async () => {
    const { sessionId, cookie } = await paidByGuest();
    const reader = await newPerson(shop);
    await claimAs(shop, reader.idToken, await linkOf(shop, sessionId, cookie));
    await control(shop, 'refund', { checkout_session: sessionId });
    expect(await unlockedIds(shop, reader.idToken)).toEqual([]);
  });

  it('needs an account to be opened', async () => {
    const answer = await request(shop.url).post(patternOf(endpoints.claim)).set(json).send({ token: 'x' });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('stands in no line of the log', async () => {
    const { sessionId, cookie } = await paidByGuest();
    const token = await linkOf(shop, sessionId, cookie);
    const reader = await newPerson(shop);
    await request(shop.url).get(paths.open(token)).expect(200);
    await request(shop.url).get(`${paths.open(token)}/`);
    await request(shop.url).post(paths.open(token));
    await previewOf(shop, token);
    await claimAs(shop, reader.idToken, token);
    expect(shop.logText()).toContain('claim link used');
    expect(shop.logText()).not.toContain(token);
  });
});

describe('the page of a claim link', () => {
  it('is one page for every link, tells nobody where it is, and is in no search engine', async () => {
    const pages = await Promise.all(
      [newClaimToken(), newClaimToken()].map((token) => request(shop.url).get(paths.open(token))),
    );
    const [page, other] = pages.map(({ text }) => text);
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(page).toBe(other);
    expect(pages[0]?.headers['referrer-policy']).toBe('no-referrer');
    expect(page).toMatch(/<meta name="robots" content="noindex/);
    expect(page).toContain('Open this link again on that phone.');
  });

  it('is not there for what can be no link', async () => {
    for (const path of ['/open', '/open/', '/open/short', `${paths.open(newClaimToken())}x`]) {
      expect((await request(shop.url).get(path)).status).toBe(404);
    }
  });
});

it('Links that nobody made keep nobody from a real one, however many are tried from the same address: they cannot be guessed', async () => {
  const { sessionId, cookie } = await paidByGuest();
  const real = await linkOf(shop, sessionId, cookie);
  const reader = await newPerson(shop);
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { body } = await postPreview(shop, newClaimToken()).expect(200);
    expect(body.state).toBe('link_not_found');
  }
  for (let attempt = 0; attempt < 15; attempt += 1)
    expect((await claimAs(shop, reader.idToken, newClaimToken())).error).toBe('link_not_found');
  expect((await claimAs(shop, reader.idToken, real)).valid).toBe(true);
});
