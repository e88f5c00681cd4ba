import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guessLimits } from '#server/http/guess-limit.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, json, unlockedIds } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => shop.close());

describe('guessing codes', () => {
  const guess = (idToken: string, code: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/api/use-code`, {
      method: 'POST',
      headers: { ...json, ...bearer(idToken), ...headers },
      body: JSON.stringify({ activationCode: code }),
    });

  it('is stopped for an account whatever addresses it claims to come from', async () => {
    const { idToken } = await newPerson(shop);
    const statuses: number[] = [];
    for (let tried = 0; tried < 14; tried += 1) {
      const from = { 'x-forwarded-for': `203.0.113.${tried}` };
      statuses.push((await guess(idToken, `wrong-${tried}`, from)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const now = () => new Date();
    const ledger = openVerbs(shop.config.databaseFile, now);
    await ledger.addActivationCodes([{ code: 'right-code-1', campaign: 'test', unlocks: ['fist'] }], now());
    await ledger.close();
    expect((await guess(idToken, 'right-code-1')).status).toBe(429);
    expect(await unlockedIds(shop, idToken)).toEqual([]);
  });

  it('at the same time lets no more of them through than one after the other', async () => {
    const { idToken } = await newPerson(shop);
    const { perAccount } = guessLimits;
    const from = { 'x-forwarded-for': '192.0.2.44' };
    const tries = Array.from({ length: 3 * perAccount }, (_, tried) =>
      guess(idToken, `wrong-${tried}`, from),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(perAccount);
  });

  it('is stopped for an address whatever accounts it uses', async () => {
    const from = { 'x-forwarded-for': '198.51.100.77' };
    let stopped = 0;
    for (let account = 0; account < 12; account += 1) {
      const idToken = shop.sandbox.identity.mintToken({
        use: 'id',
        clientId: webClientId,
        claims: { sub: `guesser-${account}`, email: `guesser-${account}@example.com`, email_verified: true },
      });
      for (let tried = 0; tried < 6; tried += 1)
        if ((await guess(idToken, `wrong-${account}-${tried}`, from)).status === 429) stopped += 1;
    }
    expect(stopped).toBeGreaterThan(0);
  });
});
