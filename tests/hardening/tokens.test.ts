import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buy, unlockedIds } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { webClientId } from '#tests/support/shop.ts';
import { shopOfTokens } from './support/tokens.ts';

const place = shopOfTokens();
const { ask, mint } = place;

const mintFor = (clientId: string) =>
  place.shop.sandbox.identity.mintToken({ use: 'id', username: place.owner.username, clientId });
const now = () => Math.floor(Date.now() / 1000);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => token.split('.') as [string, string, string];
const headerOf = (token: string) => JSON.parse(Buffer.from(partsOf(token)[0], 'base64url').toString());
const claimsOf = (token: string) => JSON.parse(Buffer.from(partsOf(token)[1], 'base64url').toString());

describe('a forged token gets 401 and no content', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signedWith = (header: object, key: Parameters<typeof sign>[2], claims: object = claimsOf(mint())) => {
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  };
  const kid = () => headerOf(mint()).kid as string;
  const forgeries: [string, () => string][] = [
    [
      'signed with a key of ours under the right key id',
      () => signedWith({ alg: 'RS256', kid: kid() }, rsa.privateKey),
    ],
    [
      'that brings its own key along (jwk)',
      () =>
        signedWith(
          { alg: 'RS256', kid: 'mine', jwk: rsa.publicKey.export({ format: 'jwk' }) },
          rsa.privateKey,
        ),
    ],
    [
      'that says where its key lies (jku, x5u)',
      () =>
        signedWith(
          {
            alg: 'RS256',
            kid: kid(),
            jku: 'https://evil.example.com/jwks.json',
            x5u: 'https://evil.example.com/x',
          },
          rsa.privateKey,
        ),
    ],
    ['of another algorithm', () => signedWith({ alg: 'ES256', kid: kid() }, ec.privateKey)],
    ['alg None in odd case', () => `${encode({ alg: 'nOnE', kid: kid() })}.${partsOf(mint())[1]}.`],
    [
      'alg none with the right signature left on',
      () =>
        partsOf(mint())
          .with(0, encode({ alg: 'none', kid: kid() }))
          .join('.'),
    ],
    ['alg none', () => `${encode({ alg: 'none', typ: 'JWT' })}.${partsOf(mint())[1]}.`],
    ['an access token in place of an id token', () => place.owner.accessToken],
    ['for an app client that is not ours', () => mintFor('someone-elses-app')],
    [
      'of another pool',
      () => mint({ iss: 'https://cognito-idp.eu-north-1.amazonaws.com/eu-north-1_Another' }),
    ],
    ['that has expired', () => mint({ exp: now() - 1 })],
    ['of nobody', () => mint({ sub: undefined })],
    ['of somebody without a name', () => mint({ sub: '' })],
    ['without an expiry', () => mint({ exp: undefined })],
    ['with a critical header that nobody understands', () => mint({}, { crit: ['b64'], b64: false })],
    ['of an unknown key', () => mint({}, { kid: 'unknown' })],
    ['without a signature', () => partsOf(mint()).with(2, '').join('.')],
    [
      'whose claims were changed',
      () =>
        partsOf(mint())
          .with(1, encode({ ...claimsOf(mint()), sub: 'x' }))
          .join('.'),
    ],
    ['nonsense', () => 'nonsense'],
    ['without a key id', () => mint({}, { kid: undefined })],
    ['with a key id that is no text', () => mint({}, { kid: 7 })],
    ['with a key id that is a path', () => mint({}, { kid: '../../../dev/null' })],
    [
      'whose signature is of another token',
      () =>
        partsOf(mint())
          .with(2, partsOf(mint({ sub: 'x' }))[2])
          .join('.'),
    ],
    ['whose signature is cut short', () => mint().slice(0, -4)],
    ['with a fourth part', () => `${mint()}.AAAA`],
    ['for a list of audiences that has ours', () => mint({ aud: [webClientId, 'other'] })],
    ['for another audience', () => mint({ aud: 'other' })],
    ['of another use', () => mint({ token_use: 'access' })],
    ['without a use', () => mint({ token_use: undefined })],
    [
      'of another region',
      () => mint({ iss: 'https://cognito-idp.us-east-1.amazonaws.com/eu-north-1_TestPool1' }),
    ],
    [
      'of an issuer that only begins like ours',
      () => mint({ iss: `${claimsOf(mint()).iss}.evil.example.com` }),
    ],
    ['of no issuer', () => mint({ iss: undefined })],
    ['that expires as text', () => mint({ exp: '9999999999' })],
    ['that expires never', () => mint({ exp: null })],
    ['that is valid later', () => mint({ nbf: now() + 600 })],
    [
      'whose claims stand twice, the last ones changed after signing',
      () => {
        const [header, , signature] = partsOf(mint());
        const claims = JSON.stringify(claimsOf(mint()));
        const doubled = `${claims.slice(0, -1)},"sub":"another","email":"victim@example.com"}`;
        return `${header}.${Buffer.from(doubled).toString('base64url')}.${signature}`;
      },
    ],
    [
      'whose header stands twice in itself, alg none behind the right one',
      () => {
        const [header, claims] = partsOf(mint());
        const doubled = `${Buffer.from(header, 'base64url').toString().slice(0, -1)},"alg":"none"}`;
        return `${Buffer.from(doubled).toString('base64url')}.${claims}.`;
      },
    ],
    ['of 20 kB', () => mint({ filler: 'x'.repeat(9000) }).replace(/.$/, '')],
    ['empty parts', () => '..'],
  ];
  it.each(forgeries)('%s', async (_, forge) => {
    const response = await ask(forge());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({ code: 'unauthorized' });
  });

  it.each(['256', '384', '512'])("HS%s with the pool's public key as the secret", async (bits) => {
    const jwks = await fetch(
      `${place.shop.sandboxUrl}/${place.shop.config.identity.userPoolId}/.well-known/jwks.json`,
    );
    const { keys } = (await jwks.json()) as { keys: [{ kid: string; n: string }] };
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    const secrets = [
      key.export({ type: 'spki', format: 'pem' }),
      key.export({ type: 'spki', format: 'der' }),
      Buffer.from(keys[0].n, 'base64url'),
    ];
    const text = `${encode({ alg: `HS${bits}`, kid: keys[0].kid })}.${partsOf(mint())[1]}`;
    for (const secret of secrets) {
      const signature = createHmac(`sha${bits}`, secret).update(text).digest('base64url');
      expect((await ask(`${text}.${signature}`)).status).toBe(401);
    }
  });

  it('in another scheme, in the query, or twice', async () => {
    const url = `${place.shop.url}/api/unlocked-content`;
    expect((await fetch(`${url}?access_token=${place.owner.idToken}`)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: `Digest ${place.owner.idToken}` } })).status).toBe(
      401,
    );
    const twice = { authorization: `Bearer ${'x'.repeat(20)}, Bearer ${place.owner.idToken}` };
    expect((await fetch(url, { headers: twice })).status).toBe(401);
  });
});

it('A token of the pool that is from the future opens nothing; it is the shop’s clock that is wrong, and nobody is signed out', async () => {
  const response = await ask(mint({ iat: now() + 3600 }));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'identity_provider_unavailable' });
});

describe('an e-mail address in a token', () => {
  const owns = async (claims: Record<string, unknown>) =>
    unlockedIds(place.shop, mint({ sub: `other-${Math.random()}`, ...claims }));

  it.each([
    ['a Cyrillic letter', (mail: string) => mail.replace('a', '\u0430')],
    ['a full-width letter', (mail: string) => mail.replace('r', '\uff52')],
    ['the Kelvin sign, whose lower case is a plain k', (mail: string) => mail.replace('k', '\u212a')],
    ['a long s, whose capital is a plain S', (mail: string) => mail.replace('s', '\u017f')],
    ['a dotted capital I', (mail: string) => mail.replace('i', '\u0130')],
    ['a combining accent', (mail: string) => mail.replace('e', 'e\u0301')],
    ['a zero-width space', (mail: string) => mail.replace('@', '\u200b@')],
    ['a Cyrillic letter in the domain', (mail: string) => mail.replace('.com', '.c\u043em')],
    ['a full-width @', (mail: string) => mail.replace('@', '\uff20')],
    ['a no-break space behind it', (mail: string) => `${mail}\u00a0`],
    ['a space before it', (mail: string) => ` ${mail}`],
    ['a plus tag', (mail: string) => mail.replace('@', '+x@')],
    ['a second address behind it', (mail: string) => `${mail},other@example.com`],
    ['a null character behind it', (mail: string) => `${mail}\u0000`],
  ])('that only looks like the buyer’s gets nothing: %s', async (_, change) => {
    const email = `kris-${newEmail()}`;
    await buy(place.shop, ['fist'], email);
    expect(change(email)).not.toBe(email);
    expect(await owns({ email: change(email), email_verified: true })).toEqual([]);
  });

  it('is the same in capitals, and counts only when verified', async () => {
    const email = newEmail();
    await buy(place.shop, ['fist'], email);
    for (const unverified of [false, 'true', 'false', 1, null, undefined])
      expect(await owns({ email, email_verified: unverified })).toEqual([]);
    expect(
      await owns({ email: email.toUpperCase().replace('READER', 'ReaDer'), email_verified: true }),
    ).toEqual(['fist']);
  });

  it('that is no text or missing gets nothing', async () => {
    for (const email of [['a@example.com'], { email: 'a@example.com' }, '', null, undefined, 7])
      expect(await owns({ email, email_verified: true })).toEqual([]);
  });
});
