import { afterAll, beforeAll } from 'vitest';
import { bearer, buy } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person } from '#tests/support/people.ts';
import { webClientId } from '#tests/support/shop.ts';
import { openShopWithValves } from './valve.ts';

/** A shop with an owner of The Fortress of Death and tokens of theirs, for the tests of the calling file. */
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
    /** Requests the unlocked content for a token. */
    ask: (token: string) => fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(token) }),
    /** An id token of the owner, signed by the pool's key. @param claims and @param header that differ */
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
