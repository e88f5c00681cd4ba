import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressGuessLimit, guessLimits } from '#server/http/guess-limit.ts';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, buy, json, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
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

describe('guessing the address of a declared withdrawal', () => {
  const { perOrder } = addressGuessLimit;
  const declared = { name: 'Anna Reader', email: 'anna@example.com', confirm: true };
  const withdraw = async (body: object, from: number) => {
    const answer = await fetch(`${shop.url}${patternOf(endpoints.withdraw)}`, {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': `203.0.113.${from}` },
      body: JSON.stringify({ ...declared, ...body }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('is stopped for an order from whatever addresses, one after the other or at once, and for no other order', async () => {
    const [one, two, other] = await Promise.all(
      Array.from({ length: 3 }, async () => (await buy(shop, ['fod'], newEmail())).sessionId),
    );
    for (const orderId of [one, two]) await withdraw({ orderId }, 1);
    const guess = (orderId: string | undefined, nth: number) =>
      withdraw({ orderId, email: `guess-${nth}@example.com` }, nth);
    for (let nth = 0; nth < perOrder; nth += 1) expect((await guess(one, nth)).status).toBe(200);
    expect((await guess(one, perOrder)).status).toBe(429);
    const right = await withdraw({ orderId: one }, 99);
    expect([right.status, right.text]).toEqual([429, expect.not.stringMatching(/anna/i)]);

    const atOnce = await Promise.all(Array.from({ length: 3 * perOrder }, (_, nth) => guess(two, nth)));
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(perOrder);

    expect((await withdraw({ orderId: other }, 1)).text).toContain('Anna Reader');
  });

  it('counts nobody who types the right one, nor anybody before there is a withdrawal', async () => {
    const { sessionId: orderId } = await buy(shop, ['fod'], newEmail());
    for (let nth = 0; nth <= perOrder; nth += 1)
      expect(
        (await withdraw({ orderId, email: `typo-${nth}@example.com`, confirm: false }, nth)).status,
      ).toBe(200);
    for (let nth = 0; nth <= perOrder; nth += 1)
      expect((await withdraw({ orderId }, nth)).text).toContain('Anna Reader');
  });
});
