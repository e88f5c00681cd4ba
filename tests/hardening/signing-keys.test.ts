import { describe, expect, it } from 'vitest';
import { createCognitoIdentity } from '#server/providers/cognito/identity.ts';
import { shopOfTokens } from './support/tokens.ts';

const place = shopOfTokens();
const { ask, mint } = place;

describe('the signing keys', () => {
  /** Retries until a token of new keys is accepted: after unknown key ids the keys are not fetched for a while. */
  async function untilBelieved(token: string): Promise<void> {
    await expect.poll(async () => (await ask(token)).status).toBe(200);
  }

  it('are replaced without a restart, and tokens of both are believed while both are published', async () => {
    const before = place.owner.idToken;
    place.shop.sandbox.identity.rotateSigningKeys({ keepOld: true });
    await untilBelieved(mint());
    expect((await ask(before)).status).toBe(200);
  });

  it('are not fetched for every unknown key id: 300 of them cause a few fetches, and real tokens pass meanwhile', async () => {
    const real = mint();
    expect((await ask(real)).status).toBe(200);
    const before = place.shop.identity.requests.length;
    const startedAt = performance.now();
    const statuses = new Set<number>();
    for (let batch = 0; batch < 10; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => ask(mint({}, { kid: `unknown-${batch}-${index}` }))),
      );
      for (const { status } of answers) statuses.add(status);
      expect((await ask(real)).status).toBe(200);
    }
    expect([...statuses]).toEqual([401]);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(place.shop.identity.requests.length - before).toBeLessThanOrEqual(2 + seconds);
  });

  it('that are fetched again and are the same leave verified tokens remembered; others have them looked at anew', async () => {
    const { userPoolId, clientId, acceptedClientIds } = place.shop.config.identity;
    const settings = { userPoolId, clientId, acceptedClientIds, origin: place.shop.sandboxUrl };
    const identity = createCognitoIdentity(settings, () => new Date());
    await identity.fetchKeys();
    const token = mint();
    const account = await identity.verifyIdToken(token);
    expect(account).not.toBeNull();
    await identity.fetchKeys();
    expect(identity.rememberedAccount(token)).toBe(account);
    place.shop.sandbox.identity.rotateSigningKeys({ keepOld: true });
    await identity.fetchKeys();
    expect(identity.rememberedAccount(token)).toBeUndefined();
  });

  it('that are known make nobody wait while they are fetched for unknown key ids: tokens seen before and new ones pass', async () => {
    const seen = mint();
    await untilBelieved(seen);
    const before = place.shop.identity.requests.length;
    place.shop.identity.set('hangs');
    let refused = 0;
    const flood: Promise<void>[] = [];
    const sendUnknown = () =>
      flood.push(
        ask(mint({}, { kid: `unknown-${flood.length}` })).then(({ status }) => {
          expect(status).toBe(401);
          refused += 1;
        }),
      );
    // After an earlier test's unknown key ids the keys may not be fetched for a while.
    await expect
      .poll(() => {
        sendUnknown();
        return place.shop.identity.requests.length;
      })
      .toBeGreaterThan(before);
    const early = refused;
    for (let sent = 0; sent < 50; sent += 1) sendUnknown();
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await ask(seen)).status).toBe(200);
      expect((await ask(mint({ jti: `new-${sent}` }))).status).toBe(200);
    }
    expect(refused).toBeLessThan(early + 50);
    place.shop.identity.set('fine');
    place.shop.identity.release();
    await Promise.all(flood);
    expect(refused).toBe(flood.length);
  });
});
