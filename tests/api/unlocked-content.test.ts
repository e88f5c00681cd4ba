import { createHmac, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, buy, unlockedIds } from '#tests/support/orders.ts';
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

const ask = (token: string) => fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(token) });
/** A correctly signed id token of the owner, but for the named differences. */
const minted = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
  shop.sandbox.identity.mintToken({
    use: 'id',
    username: owner.username,
    clientId: webClientId,
    claims,
    header,
  });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('unlocked content', () => {
  it("is answered to the mobile app's and to the site's tokens alike", async () => {
    expect(await unlockedIds(shop, owner.idToken)).toEqual(['fod']);
    expect(await unlockedIds(shop, (await signIn(shop, owner.username, webClientId)).idToken)).toEqual([
      'fod',
    ]);
    expect(await unlockedIds(shop, minted())).toEqual(['fod']);
  });

  it('has one element whose adventures say where they came from', async () => {
    expect(await (await ask(owner.idToken)).json()).toEqual({
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
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await fetch(`${shop.url}/api/unlocked-content`, {
      headers: { ...bearer(owner.idToken), 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  it('is withheld from an address that is not verified', async () => {
    const email = newEmail();
    await buy(shop, ['fist'], email);
    const token = (claims: Record<string, unknown>) => minted({ sub: 'another-account', email, ...claims });
    expect(await unlockedIds(shop, token({ email_verified: false }))).toEqual([]);
    expect(await unlockedIds(shop, token({ email_verified: 'true' }))).toEqual([]);
    expect(await unlockedIds(shop, token({ email_verified: undefined }))).toEqual([]);
    expect(await unlockedIds(shop, token({ email_verified: true }))).toEqual(['fist']);
  });
});

describe('a token that is not to be trusted gets 401 and no content', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const forgeries: [string, () => string][] = [
    ['an access token in place of an id token', () => owner.accessToken],
    [
      'another client id',
      () =>
        shop.sandbox.identity.mintToken({
          use: 'id',
          username: owner.username,
          clientId: 'someone-elses-app',
        }),
    ],
    ['an expired token', () => minted({ exp: now() - 1 })],
    ['a token without an expiry', () => minted({ exp: undefined })],
    ['a token from the future', () => minted({ iat: now() + 3600 })],
    ['a token not valid yet', () => minted({ nbf: now() + 3600 })],
    [
      'another issuer',
      () => minted({ iss: 'https://cognito-idp.eu-north-1.amazonaws.com/eu-north-1_Another' }),
    ],
    ['a critical header nobody understands', () => minted({}, { crit: ['b64'], b64: false })],
    ['an unknown key', () => minted({}, { kid: 'unknown' })],
    ['alg: none', () => `${base64url({ alg: 'none', typ: 'JWT' })}.${owner.idToken.split('.')[1]}.`],
    [
      'changed claims',
      () =>
        owner.idToken
          .split('.')
          .with(1, base64url({ sub: 'x', email: owner.email, email_verified: true }))
          .join('.'),
    ],
    ['no signature', () => owner.idToken.split('.').with(2, '').join('.')],
    ['nonsense', () => 'nonsense'],
  ];
  it.each(forgeries)('%s', async (_, forge) => {
    const response = await ask(forge());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({ code: 'unauthorized' });
  });

  it('HS256 signed with the public key', async () => {
    const jwks = await fetch(`${shop.sandboxUrl}/${shop.config.identity.userPoolId}/.well-known/jwks.json`);
    const { keys } = (await jwks.json()) as { keys: [{ kid: string }] };
    const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const signed = `${base64url({ alg: 'HS256', kid: keys[0].kid })}.${owner.idToken.split('.')[1]}`;
    const signature = createHmac('sha256', pem).update(signed).digest('base64url');
    expect((await ask(`${signed}.${signature}`)).status).toBe(401);
  });

  it('no token at all, or another scheme', async () => {
    const url = `${shop.url}/api/unlocked-content`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: `Basic ${owner.idToken}` } })).status).toBe(401);
  });
});

it('Keys that cannot be fetched are 503, not 401: an outage signs nobody out', async () => {
  const apart = await openShop();
  try {
    // Keys that are known already go on being believed; a token of a new key needs them to be fetched.
    apart.sandbox.identity.rotateSigningKeys();
    const { idToken } = await newPerson(apart);
    await apart.sandbox.close();
    const response = await fetch(`${apart.url}/api/unlocked-content`, { headers: bearer(idToken) });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'identity_provider_unavailable' });
  } finally {
    await apart.stopSite();
  }
});
