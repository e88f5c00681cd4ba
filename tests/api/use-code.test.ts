import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guessLimits } from '#server/http/guess-limit.ts';
import type { UseCodeResponse } from '#shared/api/use-code.ts';
import { patternOf, useCode } from '#shared/endpoints.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, unlockedIds } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const now = () => new Date();
  const ledger = openVerbs(shop.config.databaseFile, now);
  await ledger.addActivationCodes(
    [
      { code: 'abcd-good', campaign: 'test', unlocks: ['fist'] },
      { code: 'abcd-more', campaign: 'test', unlocks: ['fist'] },
      { code: 'abcd-race', campaign: 'test', unlocks: ['fist'] },
      { code: 'abcd-gone', campaign: 'test', unlocks: ['fist'] },
      { code: 'abcd-back', campaign: 'test', unlocks: ['fod-kickstarter'] },
    ],
    now(),
  );
  await ledger.revokeActivationCode('abcd-gone', now());
  await ledger.close();
});
afterAll(() => shop.close());

const post = (idToken: string, body: object) =>
  request(shop.url).post(patternOf(useCode)).set(bearer(idToken)).send(body);
const redeem = async (idToken: string, activationCode: string): Promise<UseCodeResponse> =>
  (await post(idToken, { activationCode })).body;

describe('an activation code', () => {
  it('unlocks what it stands for, whatever its case and the spaces around it', async () => {
    const person = await newPerson(shop);
    expect(await redeem(person.idToken, '  ABCD-Good ')).toEqual({
      valid: true,
      error: null,
      unlocks: ['fist'],
    });
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
    // A repetition, as after a lost answer.
    expect(await redeem(person.idToken, 'abcd-good')).toEqual({
      valid: true,
      error: null,
      unlocks: ['fist'],
    });
    expect(await redeem(person.idToken, 'abcd-more')).toEqual({
      valid: false,
      error: 'user_already_unlocked',
      unlocks: [],
    });
    const other = await newPerson(shop);
    expect(await redeem(other.idToken, 'abcd-good')).toEqual({
      valid: false,
      error: 'code_already_used',
      unlocks: [],
    });
  });

  it('that is unknown or revoked says so', async () => {
    const { idToken } = await newPerson(shop);
    expect(await redeem(idToken, 'abcd-none')).toEqual({
      valid: false,
      error: 'code_not_found',
      unlocks: [],
    });
    expect(await redeem(idToken, 'abcd-gone')).toEqual({ valid: false, error: 'code_revoked', unlocks: [] });
  });

  it('of the crowdfunding reward is answered as it was granted', async () => {
    const { idToken } = await newPerson(shop);
    await redeem(idToken, 'abcd-back');
    expect(await unlockedIds(shop, idToken)).toEqual(['fod-kickstarter']);
  });

  it('redeemed by several people at once goes to one of them', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => newPerson(shop)));
    const answers = await Promise.all(people.map(({ idToken }) => redeem(idToken, 'abcd-race')));
    expect(answers.filter((answer) => answer.valid)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error === 'code_already_used')).toHaveLength(9);
  });

  it('needs an account and a body of the expected form', async () => {
    const { idToken } = await newPerson(shop);
    expect((await post('nonsense', { activationCode: 'abcd-good' })).status).toBe(401);
    expect((await post(idToken, {})).status).toBe(400);
    for (const activationCode of [7, 'a'.repeat(201)])
      expect((await post(idToken, { activationCode })).status).toBe(400);
    expect((await post(idToken, { activationCode: 'a'.repeat(200) })).status).toBe(200);
  });
});

it('Guessing is limited: after a number of wrong codes the answer is 429 with Retry-After, for right ones too', async () => {
  const { idToken } = await newPerson(shop);
  for (let guess = 0; guess < guessLimits.perAccount; guess += 1) {
    expect((await post(idToken, { activationCode: `guess-${guess}` })).status).toBe(200);
  }
  const refused = await post(idToken, { activationCode: 'abcd-good' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toMatchObject({ code: 'too_many_requests' });
  const other = await newPerson(shop);
  expect((await post(other.idToken, { activationCode: 'guess' })).status).toBe(200);
});
