import { beforeEach, describe, expect, it } from 'vitest';
import { completeErasure } from '#server/accounts/erasures.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { integer, nullable, text, time } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import type { NewCode } from '#server/owning/codes.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { writeBatch } from '#tests/support/code-batch.ts';
import { days, minutes, noon, purchaseOf, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { covers, redeemCode } from './redeem-code.ts';
import { ownedGrants } from './unlocked-content.ts';

const revokeAll = command("UPDATE grants SET revoked_at = ?, revoked_reason = 'by_hand'");

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const add = (code: string, over: Partial<NewCode> = {}) =>
  shop.ledger.write([], () =>
    writeBatch(
      'spring',
      [{ code, campaign: 'spring', unlocks: ['fod'], expiresAt: null, mostRedemptions: 1, ...over }],
      noon,
    ),
  );
const redeem = (code: string, account: Account = anna) => redeemCode(shop, account, code);
const owned = async (account: Account = anna) =>
  (await ownedGrants(shop.ledger, account, shop.now)).map(({ adventureId }) => adventureId);
const refused = (error: string) => ({ ok: false, error });

describe('a code that works', () => {
  it('unlocks everything it stands for, in one transaction with its count, and says so', async () => {
    await add('torch', { unlocks: ['fod', 'fist'] });
    shop.now = minutes(5);
    expect(await redeem(' TORCH ')).toEqual({ ok: true, unlocks: ['fist', 'fod'] });
    expect(await ownedGrants(shop.ledger, anna, shop.now)).toEqual([
      { adventureId: 'fist', source: 'code', grantedAt: minutes(5) },
      { adventureId: 'fod', source: 'code', grantedAt: minutes(5) },
    ]);
    expect(
      await shop.rows('SELECT {columns} FROM redemptions', {
        ...{ codeId: integer, accountId: nullable(text), redeemedAt: time },
      }),
    ).toEqual([{ codeId: 1, accountId: anna.id, redeemedAt: minutes(5) }]);
    expect(
      await shop.rows('SELECT DISTINCT {columns} FROM grant_events', {
        ...{ what: text, reason: text, actor: text, eventId: nullable(text), at: time },
      }),
    ).toEqual([{ what: 'granted', reason: 'code', actor: 'account', eventId: null, at: minutes(5) }]);
  });

  it('is for the account, not for its address: a grant of it waits for nobody', async () => {
    await add('torch');
    await redeem('torch');
    expect(
      await shop.rows('SELECT {columns} FROM grants', {
        ...{ accountId: nullable(text), email: nullable(text), codeId: nullable(integer) },
        claimedAt: nullable(time),
      }),
    ).toEqual([{ accountId: anna.id, email: null, codeId: 1, claimedAt: noon }]);
  });

  it('queues under the account and its verified address', async () => {
    await add('torch');
    await redeem('torch');
    expect(shop.locks.at(-1)).toEqual([`account ${anna.id}`, `address ${anna.email}`]);
    await redeem('torch', { ...anna, emailVerified: false });
    expect(shop.locks.at(-1)).toEqual([`account ${anna.id}`]);
  });

  it('is counted and logged with its account, never with its text', async () => {
    await add('torch');
    await redeem('torch');
    await redeem('nothing');
    expect(shop.metered).toEqual([
      ['redemption', 'redeemed'],
      ['redemption', 'code_not_found'],
    ]);
    expect(shop.logged).toEqual([
      { level: 'info', fields: { account: anna.id, outcome: 'redeemed' } },
      { level: 'info', fields: { account: anna.id, outcome: 'code_not_found' } },
    ]);
  });
});

describe('a code that does not work is an answer, and unlocks nothing', () => {
  it('code_not_found: there is none', async () => {
    expect(await redeem('torch')).toEqual(refused('code_not_found'));
    expect(await owned()).toEqual([]);
  });

  it('code_revoked: it was taken back', async () => {
    await add('torch');
    await shop.verbs.revokeActivationCode('torch', noon);
    expect(await redeem('torch')).toEqual(refused('code_revoked'));
    expect(await owned()).toEqual([]);
  });

  it('code_revoked: its time is over, from the moment itself on', async () => {
    await add('torch', { expiresAt: days(1) });
    shop.now = days(1);
    expect(await redeem('torch')).toEqual(refused('code_revoked'));
    shop.now = minutes(-1, days(1));
    expect(await redeem('torch')).toMatchObject({ ok: true });
  });

  it('is not said of a code that did: the same account hears the same again, also when it is over, and spends nothing', async () => {
    await add('torch', { expiresAt: days(1), mostRedemptions: 2 });
    await redeem('torch');
    shop.now = days(2);
    expect(await redeem('torch')).toEqual({ ok: true, unlocks: ['fod'], again: true });
    shop.now = noon;
    expect(await redeem('torch', bo)).toMatchObject({ ok: true });
  });

  it('user_already_unlocked: everything it would unlock is there, and it is not spent', async () => {
    await add('torch');
    await add('lamp');
    await redeem('torch');
    expect(await redeem('lamp')).toEqual(refused('user_already_unlocked'));
    expect(await redeem('lamp', bo)).toMatchObject({ ok: true });
  });

  it('user_already_unlocked: what waits for the verified address is claimed first', async () => {
    await shop.verbs.recordPurchase(purchaseOf(), ['fod'], { by: 'webhook', event: null }, noon);
    await add('torch');
    expect(await redeem('torch')).toEqual(refused('user_already_unlocked'));
    expect(await redeem('torch', bo)).toMatchObject({ ok: true });
  });

  it('code_already_used: by another account', async () => {
    await add('torch');
    await redeem('torch', bo);
    expect(await redeem('torch')).toEqual(refused('code_already_used'));
    expect(await owned()).toEqual([]);
    // Also of what the account has in another way.
    await add('lamp');
    await redeem('lamp');
    expect(await redeem('torch')).toEqual(refused('code_already_used'));
  });

  it('code_already_used: by as many accounts as may, each of them once', async () => {
    await add('torch', { mostRedemptions: 2 });
    expect(await redeem('torch')).toMatchObject({ ok: true });
    expect(await redeem('torch', bo)).toMatchObject({ ok: true });
    expect(await redeem('torch', { ...bo, id: 'sub-cy' })).toEqual(refused('code_already_used'));
  });

  it('code_already_used: an account whose unlock was taken back does not get it again with the same code', async () => {
    await add('torch', { mostRedemptions: 5 });
    await redeem('torch');
    await shop.ledger.amend(() => revokeAll.run(noon));
    expect(await owned()).toEqual([]);
    expect(await redeem('torch')).toEqual(refused('code_already_used'));
    expect(await redeem('torch', bo)).toMatchObject({ ok: true });
  });

  it('and an erased account is refused altogether', async () => {
    await add('torch');
    await completeErasure(shop.ledger, anna.id, noon);
    await expect(redeem('torch')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

it.each<[string[], AdventureId[], boolean]>([
  [['fod'], ['fod'], true],
  [['fod'], ['fod', 'fist'], false],
  [['fod', 'fist'], ['fod'], true],
  [[], ['fod'], false],
  [['fod'], ['fod-kickstarter'], false],
  [['fod-kickstarter'], ['fod'], true],
  [['fist-pre-order'], ['fist'], true],
])('who owns %j and would get %j has it all already: %s', (has, gets, result) => {
  expect(covers(has, gets)).toBe(result);
});
