import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { bearer, buy, readUnlockedContent, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person, signIn } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
let owner: Person;
beforeAll(async () => {
  shop = await openShop();
  const email = newEmail();
  await buy(shop, ['fod'], email);
  owner = await newPerson(shop, email);
});
afterAll(() => shop.close());

const ask = (token: string) => readUnlockedContent(shop, bearer(token));
/** A correctly signed id token of the owner, but for the named differences. */
const minted = (claims: Record<string, unknown> = {}) =>
  shop.sandbox.identity.mintToken({ use: 'id', username: owner.username, clientId: webClientId, claims });

describe('unlocked content', () => {
  it("is answered to the mobile app's and to the site's tokens alike", async () => {
    expect(await unlockedIds(shop, owner.idToken)).toEqual(['fod']);
    expect(await unlockedIds(shop, (await signIn(shop, owner.username, webClientId)).idToken)).toEqual([
      'fod',
    ]);
    expect(await unlockedIds(shop, minted())).toEqual(['fod']);
  });

  it('has one element whose adventures say where they came from', async () => {
    expect((await ask(owner.idToken)).body).toEqual({
      data: [
        {
          adventures: [
            { adventureId: 'fod', source: 'purchase', grantedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
          ],
        },
      ],
    });
  });

  it('is empty for an account that owns nothing', async () => {
    expect(await unlockedIds(shop, (await newPerson(shop)).idToken)).toEqual([]);
  });

  it('is revalidated: private, with an ETag, and 304 when nothing changed', async () => {
    const first = await ask(owner.idToken);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers['etag']).toMatch(/^W\/".+"$/);
    await ask(owner.idToken)
      .set('if-none-match', first.headers['etag'] ?? '')
      .expect(304);
  });

  it('is withheld from an address that is not verified', async () => {
    const email = newEmail();
    await buy(shop, ['fist'], email);
    const token = (claims: Record<string, unknown>) => minted({ sub: 'another-account', email, ...claims });
    expect(await unlockedIds(shop, token({ email_verified: false }))).toEqual([]);
    expect(await unlockedIds(shop, token({ email_verified: 'true' }))).toEqual([]);
    expect(await unlockedIds(shop, token({ email_verified: undefined }))).toEqual([]);
    expect(await unlockedIds(shop, token({ email_verified: true }))).toEqual(['fist']);
    // From then on it stays with the account, even if the address changes.
    const moved = token({ email: newEmail(), email_verified: false });
    expect(await unlockedIds(shop, moved)).toEqual(['fist']);
  });

  it('is kept from pages of elsewhere, a webview among them: no preflight is answered, and no answer may be read', async () => {
    const origin = 'capacitor://localhost';
    const preflight = await request(shop.url)
      .options(patternOf(endpoints.readUnlockedContent))
      .set({
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      })
      .expect(405);
    const answer = await ask(owner.idToken).set({ origin }).expect(200);
    for (const { headers } of [preflight, answer])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

it('is refused to nobody, and to a token that does not check out, with 401 (tests/hardening/tokens.test.ts has them all)', async () => {
  for (const asked of [readUnlockedContent(shop, {}), ask('nonsense')]) {
    const { body } = await asked.expect(401).expect('www-authenticate', 'Bearer');
    expect(body).toMatchObject({ code: 'unauthorized' });
  }
});

it('Keys that cannot be fetched are 503, not 401: an outage signs nobody out', async () => {
  const apart = await openShop();
  try {
    // Cached keys are still trusted; a token of a new key needs a fetch.
    apart.sandbox.identity.rotateSigningKeys();
    const { idToken } = await newPerson(apart);
    await apart.sandbox.close();
    const { body } = await readUnlockedContent(apart, bearer(idToken)).expect(503);
    expect(body).toMatchObject({ code: 'identity_provider_unavailable' });
  } finally {
    await apart.close();
  }
});
