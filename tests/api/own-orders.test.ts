import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnOrder, ownOrdersSchema } from '#shared/api/orders.ts';
import { endSession, listOwnOrders, patternOf } from '#shared/endpoints.ts';
import { bearer, buy, control, order } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person, signIn } from '#tests/support/people.ts';
import { beginSession, cookieOf, deleteAccount } from '#tests/support/sessions.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

const path = patternOf(listOwnOrders);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = (headers: Record<string, string>, query = {}) =>
  request(shop.url).get(path).query(query).set(headers);

async function ordersAs(idToken: string): Promise<OwnOrder[]> {
  const { body } = await ask(bearer(idToken)).expect(200).expect('cache-control', 'no-store');
  return ownOrdersSchema.parse(body).orders;
}
const idsAs = async (idToken: string) => (await ordersAs(idToken)).map(({ id }) => id);

/** A correctly signed id token of the person, but for the named claims. */
const mintedFor = (person: Person, claims: Record<string, unknown>) =>
  shop.sandbox.identity.mintToken({ use: 'id', username: person.username, clientId: webClientId, claims });

describe("the account's own orders", () => {
  it('are listed newest first, each as its order page tells it, with id, date and the whole address', async () => {
    const person = await newPerson(shop);
    const today = new Date().toISOString().slice(0, 10);
    const { sessionId: first } = await buy(shop, ['fod', 'fist'], person.email);
    const { sessionId: second } = await buy(shop, ['fod-expansions'], newEmail(), bearer(person.idToken));
    const orders = await ordersAs(person.idToken);
    expect(orders.map(({ id }) => id)).toEqual([second, first]);
    // In the list all are on the account itself; to others the order page says that it is on another account.
    const { onAccount, ...shown } = (await order(shop, first)).body;
    expect(onAccount).toBe('another');
    expect(shown.email).toMatch(/^r•••@/);
    expect(orders[1]).toEqual({
      ...shown,
      id: first,
      paidAt: expect.stringMatching(new RegExp(`^${today}T.*Z$`)),
      email: person.email,
    });
  });

  it('tell what refunds made of them', async () => {
    const person = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fod'], person.email);
    await control(shop, 'refund', { checkout_session: sessionId });
    expect(await ordersAs(person.idToken)).toMatchObject([
      { id: sessionId, status: 'refunded', refundedOre: 25_000 },
    ]);
  });

  it('are none for an account that has bought nothing', async () => {
    expect(await ordersAs((await newPerson(shop)).idToken)).toEqual([]);
  });

  it('are listed to the cookie of a browser session as well, and no longer after signing out', async () => {
    const person = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fist'], person.email);
    const tokens = await signIn(shop, person.username, webClientId);
    const cookie = cookieOf(await beginSession(shop, tokens, { origin: shop.url }).expect(200));
    const { body } = await ask({ cookie });
    expect(ownOrdersSchema.parse(body).orders.map(({ id }) => id)).toEqual([sessionId]);
    await request(shop.url).delete(patternOf(endSession)).set({ cookie, origin: shop.url }).expect(204);
    await ask({ cookie }).expect(401);
  });
});

describe('nobody sees the orders of another', () => {
  it('a guest gets 401 and no list', async () => {
    const { body } = await ask({}).expect(401).expect('www-authenticate', 'Bearer');
    expect(body).toMatchObject({ code: 'unauthorized' });
  });

  it('an account has its own orders alone, whatever the request asks for', async () => {
    const [anna, bertil] = [await newPerson(shop), await newPerson(shop)];
    const { sessionId: annas } = await buy(shop, ['fod'], anna.email);
    const { sessionId: bertils } = await buy(shop, ['fist'], bertil.email);
    expect(await idsAs(anna.idToken)).toEqual([annas]);
    expect(await idsAs(bertil.idToken)).toEqual([bertils]);
    const others = { account: bertil.username, email: bertil.email };
    const { body } = await ask(bearer(mintedFor(anna, {})), others).expect(200);
    expect(ownOrdersSchema.parse(body).orders.map(({ id }) => id)).toEqual([annas]);
  });

  it('an address that is not verified claims nothing', async () => {
    const person = await newPerson(shop);
    const email = newEmail();
    const { sessionId } = await buy(shop, ['fod'], email);
    const sub = randomUUID();
    const token = (verified: boolean) => mintedFor(person, { sub, email, email_verified: verified });
    expect(await idsAs(token(false))).toEqual([]);
    expect(await idsAs(token(true))).toEqual([sessionId]);
  });

  it('a later owner of the address sees what they bought, and nothing from before', async () => {
    const email = newEmail();
    const before = await newPerson(shop, email);
    const { sessionId: claimed } = await buy(shop, ['fod'], email);
    expect(await idsAs(before.idToken)).toEqual([claimed]);
    const later = () => mintedFor(before, { sub: 'later-owner-1', email, email_verified: true });
    expect(await idsAs(later())).toEqual([]);
    const { sessionId: bought } = await buy(shop, ['fist'], email);
    expect(await idsAs(later())).toEqual([bought]);
    expect(await idsAs(before.idToken)).toEqual([claimed]);
  });

  it('nor does a new account with the address of one that was deleted', async () => {
    const email = newEmail();
    const deleted = await newPerson(shop, email);
    const { sessionId: old } = await buy(shop, ['fod'], email);
    expect(await idsAs(deleted.idToken)).toEqual([old]);
    await deleteAccount(shop, deleted).expect(204);
    const { sessionId: bought } = await buy(shop, ['fist'], email);
    expect(await idsAs((await newPerson(shop, email)).idToken)).toEqual([bought]);
  });
});
