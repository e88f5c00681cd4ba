import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#shared/api/errors.ts';
import { type OwnOrder, ownOrdersSchema } from '#shared/api/orders.ts';
import { bearer, buy, control, json, order } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person, signIn } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function ordersAs(idToken: string): Promise<OwnOrder[]> {
  const response = await fetch(`${shop.url}/api/orders`, { headers: bearer(idToken) });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return ownOrdersSchema.parse(await response.json()).orders;
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
    const { body: shown } = await order(shop, first);
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
    const begun = await fetch(`${shop.url}/api/session`, {
      method: 'POST',
      headers: { ...json, ...bearer(tokens.idToken), origin: shop.url },
      body: JSON.stringify({ refreshToken: tokens.refreshToken }),
    });
    expect(begun.status).toBe(200);
    const cookie = begun.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    const ask = () => fetch(`${shop.url}/api/orders`, { headers: { cookie } });
    expect(ownOrdersSchema.parse(await (await ask()).json()).orders.map(({ id }) => id)).toEqual([sessionId]);
    await fetch(`${shop.url}/api/session`, { method: 'DELETE', headers: { cookie, origin: shop.url } });
    expect((await ask()).status).toBe(401);
  });
});

describe('nobody sees the orders of another', () => {
  it('a guest gets 401 and no list', async () => {
    const response = await fetch(`${shop.url}/api/orders`);
    expect([response.status, ((await response.json()) as Problem).code]).toEqual([401, 'unauthorized']);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('an account has its own orders alone, whatever the request asks for', async () => {
    const [anna, bertil] = [await newPerson(shop), await newPerson(shop)];
    const { sessionId: annas } = await buy(shop, ['fod'], anna.email);
    const { sessionId: bertils } = await buy(shop, ['fist'], bertil.email);
    expect(await idsAs(anna.idToken)).toEqual([annas]);
    expect(await idsAs(bertil.idToken)).toEqual([bertils]);
    const claims = mintedFor(anna, {});
    const asked = await fetch(
      `${shop.url}/api/orders?account=${bertil.username}&email=${encodeURIComponent(bertil.email)}`,
      { headers: bearer(claims) },
    );
    expect(ownOrdersSchema.parse(await asked.json()).orders.map(({ id }) => id)).toEqual([annas]);
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
    const erased = await fetch(`${shop.url}/api/account`, {
      method: 'DELETE',
      headers: { ...json, ...bearer(deleted.idToken) },
      body: JSON.stringify({ accessToken: deleted.accessToken }),
    });
    expect(erased.status).toBe(204);
    const { sessionId: bought } = await buy(shop, ['fist'], email);
    expect(await idsAs((await newPerson(shop, email)).idToken)).toEqual([bought]);
  });
});
