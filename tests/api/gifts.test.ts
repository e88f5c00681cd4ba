import Database from 'better-sqlite3';
import request from 'supertest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GiftWrapping, Order } from '#shared/api/orders.ts';
import { dayAfter } from '#shared/day-after.ts';
import * as endpoints from '#shared/endpoints.ts';
import { pathOf } from '#shared/endpoints.ts';
import { shopDay } from '#shared/shop-day.ts';
import { claimAs, linkOf, previewOf } from '#tests/support/claim-calls.ts';
import { bearer, control, json, order, postCheckout, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
/** How far the shop's clock is ahead of everybody else's, in milliseconds. */
let aheadMs: number;
beforeEach(async () => {
  aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  shop = await openShop({ mail: true, clock, sandboxClock: () => new Date() });
});
afterEach(() => shop.close());

/** Buys products as a gift, as a guest. */
async function give(ids: string[], email = newEmail()) {
  const products = ids.map((id) => ({ id }));
  const opened = await postCheckout(shop, { products, baseUrl: shop.url, email, gift: true }).expect(200);
  const { redirect_url: payUrl } = opened.body as { redirect_url: string };
  const cookies = (opened.get('set-cookie') ?? []) as string[];
  await press(payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  const cookie = cookies.find((each) => each.startsWith('browser='))?.split(';')[0] ?? '';
  return { sessionId: payUrl.slice(payUrl.lastIndexOf('/') + 1), cookie: { cookie }, email };
}

const wrap = (checkoutSessionId: string, wrapping: GiftWrapping, headers: Record<string, string>) =>
  request(shop.url)
    .post(pathOf(endpoints.wrapGift, { checkoutSessionId }))
    .set({ ...json, origin: shop.url, ...headers })
    .send(wrapping);

it('A gift of a guest is claimed by somebody with another account, and goes back with the money', async () => {
  const { sessionId, cookie, email } = await give(['fod', 'fist']);
  const [buyer, reader] = [await newPerson(shop, email), await newPerson(shop)];
  expect(await unlockedIds(shop, buyer.idToken)).toEqual([]);
  const token = await linkOf(shop, sessionId, cookie);
  expect(await previewOf(shop, token)).toEqual({
    state: 'ready',
    products: [
      { id: 'fist', title: "Steve Jackson's F.I.S.T." },
      { id: 'fod', title: 'Lone Wolf The Fortress of Death' },
    ],
    gift: { from: null, message: null },
  });
  expect((await claimAs(shop, reader.idToken, token)).unlocks.toSorted()).toEqual(['fist', 'fod']);
  expect((await unlockedIds(shop, reader.idToken)).toSorted()).toEqual(['fist', 'fod']);
  const opened = (await order(shop, sessionId)).body;
  expect(opened.gift?.openedAt).toMatch(/Z$/);
  // Nobody learns who opened it.
  expect(opened).not.toHaveProperty('onAccount');
  await control(shop, 'refund', { checkout_session: sessionId });
  expect(await unlockedIds(shop, reader.idToken)).toEqual([]);
});

it('A gift that was refunded before it was opened says so', async () => {
  const { sessionId, cookie } = await give(['fod']);
  const token = await linkOf(shop, sessionId, cookie);
  await control(shop, 'refund', { checkout_session: sessionId });
  const reader = await newPerson(shop);
  expect(await claimAs(shop, reader.idToken, token)).toMatchObject({ valid: false, error: 'order_refunded' });
});

it('A gift that was refunded while the site was off is not sent, though its day came meanwhile', async () => {
  const { sessionId, cookie } = await give(['fod']);
  const recipient = newEmail();
  const sendOn = shopDay(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000));
  await wrap(sessionId, { recipient, sendOn }, cookie).expect(200);
  await shop.stopSite();
  await control(shop, 'refund', { checkout_session: sessionId });
  const database = new Database(shop.config.databaseFile);
  database.exec(
    "UPDATE letters SET due_at = '2026-01-01T00:00:00.000Z' WHERE kind = 'gift' AND state = 'waiting'",
  );
  await shop.restart();
  const letter = database
    .prepare("SELECT state FROM letters WHERE kind = 'gift' ORDER BY id DESC LIMIT 1")
    .pluck();
  await vi.waitFor(() => expect(letter.get()).toBe('dropped'), { timeout: 30_000, interval: 50 });
  database.close();
  expect(shop.sandbox.inbox.list(recipient)).toEqual([]);
});

it('Its card is written by the browser that paid, or the account that proves the address, and by nobody else', async () => {
  const { sessionId, cookie, email } = await give(['fod']);
  const recipient = newEmail();
  const card = { recipient, sendOn: '2099-01-01', message: 'For you.' };
  const refused = await wrap(sessionId, { recipient }, {}).expect(403);
  expect(refused.body).toMatchObject({ code: 'forbidden' });
  expect((await wrap(sessionId, card, cookie)).body).toMatchObject({
    code: 'invalid_request',
    field: 'sendOn',
  });
  const far = { origin: 'https://elsewhere.example' };
  expect((await wrap(sessionId, { recipient }, { ...cookie, ...far })).body.code).toBe('cross_site_request');
  const sendOn = dayAfter(shopDay(new Date()), 9);
  const written = (await wrap(sessionId, { recipient, sendOn, message: 'For you.' }, cookie).expect(200))
    .body as Order;
  expect(written.gift?.card).toMatchObject({ recipient, message: 'For you.', lettersLeft: 9 });
  // With the order's id alone one sees that it is a gift, but not its card.
  expect((await order(shop, sessionId)).body.gift).toEqual({ openedAt: null });
  const owner = await newPerson(shop, email);
  const again = await wrap(sessionId, { recipient, sendOn, sender: 'Anna' }, bearer(owner.idToken)).expect(
    200,
  );
  // The first one went to nobody.
  const mended = { sender: 'Anna', message: null, lettersLeft: 9, lettersWritten: 2 };
  expect((again.body as Order).gift?.card).toMatchObject(mended);
});

it('An order that is kept, and one that is not there, cannot be given away', async () => {
  const owner = await newPerson(shop);
  const opened = await postCheckout(
    shop,
    ...([{ products: [{ id: 'fod' }], baseUrl: shop.url }, bearer(owner.idToken)] as const),
  );
  const { redirect_url: payUrl } = opened.body as { redirect_url: string };
  await press(payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  const id = payUrl.slice(payUrl.lastIndexOf('/') + 1);
  const kept = await wrap(id, { recipient: null }, bearer(owner.idToken)).expect(409);
  expect(kept.body).toMatchObject({ code: 'gift_not_possible' });
  const none = await wrap('cs_test_none', { recipient: null }, bearer(owner.idToken)).expect(404);
  expect(none.body).toMatchObject({ code: 'order_not_found' });
});

it('A clock that is ahead sends no gift before its day, while orders are confirmed', async () => {
  const { sessionId, cookie } = await give(['fod']);
  const recipient = newEmail();
  const sendOn = shopDay(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000));
  await wrap(sessionId, { recipient, sendOn }, cookie).expect(200);
  aheadMs = 30 * 24 * 60 * 60 * 1000;
  await shop.restart();
  const other = await give(['fist']);
  await order(shop, other.sessionId);
  // By this clock it became due after the gift.
  await vi.waitFor(
    () => expect(shop.sandbox.inbox.list(other.email).map(({ from }) => from)).toContain('shop'),
    {
      ...{ timeout: 30_000, interval: 50 },
    },
  );
  expect(shop.sandbox.inbox.list(recipient)).toEqual([]);
});
