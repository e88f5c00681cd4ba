import { afterAll, beforeAll } from 'vitest';
import { bearer, buy } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person } from '#tests/support/people.ts';
import { webClientId } from '#tests/support/shop.ts';
import { openShopWithValves } from './valve.ts';

/** A shop in which somebody owns The Fortress of Death, for the tests of the file that calls this, and any token of theirs. */
export function shopOfTokens() {
  let shop: Awaited<ReturnType<typeof openShopWithValves>>;
  let owner: Person;

  beforeAll(async () => {
    shop = await openShopWithValves();
    const email = newEmail();
    await buy(shop, ['fod'], email);
    owner = await newPerson(shop, email);
  });
  afterAll(() => shop.close());

  return {
    get shop() {
      return shop;
    },
    get owner() {
      return owner;
    },
    /** Asks for what the bearer of a token owns. */
    ask: (token: string) => fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(token) }),
    /** An id token of the owner, signed as the pool does. @param claims and @param header what is otherwise in it */
    mint: (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
      shop.sandbox.identity.mintToken({
        use: 'id',
        username: owner.username,
        clientId: webClientId,
        claims,
        header,
      }),
  };
}
