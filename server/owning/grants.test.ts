import { beforeEach, describe, expect, it } from 'vitest';
import { completeErasure } from '#server/accounts/erasures.ts';
import type { Account } from '#server/accounts/identity-provider.ts';
import type { Cause } from '#server/buying/records.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { nullable, text, time } from '#server/ledger/rows.ts';
import { command, type Script } from '#server/ledger/script.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import {
  anna,
  bo,
  days,
  eventOf,
  minutes,
  noon,
  purchaseOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import {
  adventuresOf,
  claimIfAnythingWaits,
  claimWaiting,
  endGrants,
  grantAdventures,
  moveGrantsTo,
  orderGrants,
  ownedGrants,
  withholdGrants,
} from './grants.ts';
import { unlockedContent } from './unlocked-content.ts';

const byEva: Cause = { by: 'operator:eva', event: null };
const byWebhook: Cause = { by: 'webhook', event: eventOf() };

const revokeAll = command("UPDATE grants SET revoked_at = ?, revoked_reason = 'by_hand'");

/** Plays a script with answers made by hand, and tells the values of each question. */
function asked(script: Script<unknown>, answers: readonly unknown[]) {
  const values: (readonly unknown[])[] = [];
  for (let step = script.next(); !step.done; step = script.next(answers[values.length - 1])) {
    values.push(step.value.values);
  }
  return values;
}

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const give = (to: { accountId?: string; email?: string }, ids: AdventureId[], at = noon) =>
  shop.ledger.write([], () =>
    grantAdventures(
      'operator',
      ids.map((adventureId) => ({
        ...{ adventureId, accountId: to.accountId ?? null, email: to.email ?? null, grantedAt: at },
      })),
      byEva,
      at,
    ),
  );
const buy = (email: string, ids: AdventureId[] = ['fod'], id = '1') =>
  shop.verbs.recordPurchase(
    purchaseOf({ email, checkoutSessionId: `cs_${id}`, paymentIntentId: `pi_${id}` }),
    ids,
    byWebhook,
    noon,
  );
const owned = async (account: Account = anna, at = minutes(5)) =>
  (await ownedGrants(shop.ledger, account, at)).map(({ adventureId }) => adventureId);
const grants = () =>
  shop.rows('SELECT {columns} FROM grants ORDER BY id', {
    ...{ adventureId: text, accountId: nullable(text), email: nullable(text), claimedAt: nullable(time) },
  });
const history = () =>
  shop.rows('SELECT {columns} FROM grant_events ORDER BY id', {
    ...{ what: text, reason: text, actor: text, eventId: nullable(text), at: time },
  });

describe('a grant', () => {
  it('belongs to an account at once, or waits for the owner of an address; both are in the history', async () => {
    expect(await give({ accountId: anna.id }, ['fod', 'fist'])).toEqual([1, 2]);
    await give({ email: bo.email }, ['fist']);
    expect(await grants()).toEqual([
      { adventureId: 'fod', accountId: anna.id, email: null, claimedAt: noon },
      { adventureId: 'fist', accountId: anna.id, email: null, claimedAt: noon },
      { adventureId: 'fist', accountId: null, email: bo.email, claimedAt: null },
    ]);
    const granted = { what: 'granted', reason: 'operator', actor: 'operator:eva', eventId: null, at: noon };
    expect(await history()).toEqual([granted, granted, granted]);
  });

  it('of an order names the event that brought it', async () => {
    await buy(anna.email);
    expect(await history()).toEqual([
      { what: 'granted', reason: 'purchase', actor: 'webhook', eventId: 'evt_1', at: noon },
    ]);
  });
});

describe('what waits for an address', () => {
  it('is claimed by the account that has verified it, with the first look, and stays with it', async () => {
    await buy(anna.email);
    expect(await owned()).toEqual(['fod']);
    expect(await grants()).toMatchObject([{ accountId: anna.id, email: anna.email, claimedAt: minutes(5) }]);
    expect((await history()).at(-1)).toEqual({
      ...{ what: 'claimed', reason: 'verified_email', actor: 'account', eventId: null, at: minutes(5) },
    });
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ accountId: anna.id });
    expect(await owned({ ...anna, email: 'moved@example.com' })).toEqual(['fod']);
    expect(await owned({ ...bo, email: anna.email })).toEqual([]);
  });

  it('is not for who has not verified it', async () => {
    await buy(anna.email);
    expect(await owned({ ...anna, emailVerified: false })).toEqual([]);
    await claimIfAnythingWaits(shop.ledger, { ...anna, emailVerified: false }, noon);
    expect(await grants()).toMatchObject([{ accountId: null }]);
  });

  it('is claimed under the locks of the account and of the address', async () => {
    await buy(anna.email);
    shop.locks.length = 0;
    await owned();
    expect(shop.locks).toEqual([[`account ${anna.id}`, `address ${anna.email}`]]);
  });

  it('costs no transaction when nothing waits', async () => {
    await buy(bo.email);
    shop.locks.length = 0;
    await owned();
    await claimIfAnythingWaits(shop.ledger, anna, noon);
    expect(shop.locks).toEqual([]);
    await claimIfAnythingWaits(shop.ledger, bo, noon);
    expect(shop.locks).toHaveLength(1);
    expect(await grants()).toMatchObject([{ accountId: bo.id }]);
  });

  it('brings its purchases along, but not one that another account has', async () => {
    await buy(anna.email, ['fod', 'fist'], '1');
    await buy(bo.email, ['fod'], '2');
    await owned();
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ accountId: anna.id });
    expect(await shop.verbs.findPurchase('cs_2')).toMatchObject({ accountId: null });
    await shop.ledger.write([], () => moveGrantsTo(bo.email, 1, byEva, noon));
    await owned(bo);
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ accountId: anna.id });
  });
});

describe('a claim', () => {
  it('is told grant by grant in their order, in whichever the database answers, and each purchase once', () => {
    const claimed = [
      { id: 9, purchase_id: 4 },
      { id: 7, purchase_id: null },
      { id: 8, purchase_id: 4 },
    ];
    const [erased, claim, history, ...purchases] = asked(claimWaiting(anna, noon), [
      undefined,
      claimed,
      3,
      1,
    ]);
    expect(erased).toHaveLength(1);
    expect(claim).toEqual([anna.id, noon, anna.email]);
    expect(history?.filter((value) => typeof value === 'number')).toEqual([7, 8, 9]);
    expect(purchases).toEqual([[anna.id, 4]]);
  });

  it('asks nothing but whether the account was erased when its address is not verified', () => {
    expect(asked(claimWaiting({ ...anna, emailVerified: false }, noon), [undefined])).toHaveLength(1);
  });
});

describe('what an account owns', () => {
  it('costs one question, because an erased account owns nothing', async () => {
    await give({ accountId: anna.id }, ['fod']);
    let reads = 0;
    const counting: Ledger = {
      ...shop.ledger,
      read(script) {
        reads += 1;
        return shop.ledger.read(script);
      },
    };
    await ownedGrants(counting, anna, noon);
    expect(reads).toBe(1);
  });

  it('is not what came to wait for its address in the moment of the claim: the next look claims it', async () => {
    await give({ email: anna.email }, ['fod']);
    const late: Ledger = { ...shop.ledger, write: async <T>() => undefined as T };
    expect(await ownedGrants(late, anna, noon)).toEqual([]);
    expect(await owned()).toEqual(['fod']);
  });

  it('comes in the order of the grants when they began at once, in whichever the database answers', async () => {
    await give({ accountId: anna.id }, ['fist', 'fod', 'coc_aatt']);
    const reversing: Ledger = {
      ...shop.ledger,
      async read<T>(script: () => Script<T>): Promise<T> {
        const rows = await shop.ledger.read(script);
        return (Array.isArray(rows) ? rows.toReversed() : rows) as T;
      },
    };
    const ids = (await ownedGrants(reversing, anna, noon)).map(({ adventureId }) => adventureId);
    expect(ids).toEqual(['fist', 'fod', 'coc_aatt']);
  });

  it('is told oldest first, with where it comes from', async () => {
    await give({ accountId: anna.id }, ['fist'], minutes(2));
    await give({ accountId: anna.id }, ['fod'], minutes(1));
    await give({ accountId: anna.id }, ['coc_aatt'], minutes(1));
    expect(await ownedGrants(shop.ledger, anna, minutes(5))).toEqual([
      { adventureId: 'fod', source: 'operator', grantedAt: minutes(1) },
      { adventureId: 'coc_aatt', source: 'operator', grantedAt: minutes(1) },
      { adventureId: 'fist', source: 'operator', grantedAt: minutes(2) },
    ]);
    expect(await shop.ledger.read(() => adventuresOf(anna.id))).toEqual(['fist', 'fod', 'coc_aatt']);
    expect(await shop.ledger.read(() => adventuresOf(bo.id))).toEqual([]);
  });

  it('leaves out what is withheld and what was revoked', async () => {
    await buy(anna.email);
    await give({ accountId: anna.id }, ['fist']);
    await owned();
    await shop.ledger.write([], () => withholdGrants(1, () => 'refunded', byWebhook, noon));
    expect(await owned()).toEqual(['fist']);
    expect(await shop.ledger.read(() => adventuresOf(anna.id))).toEqual(['fist']);
    await shop.ledger.write([], () =>
      endGrants({ accountId: anna.id, email: null }, 'customer_erased', byEva, noon),
    );
    expect(await owned()).toEqual([]);
    expect(await shop.ledger.read(() => adventuresOf(anna.id))).toEqual([]);
  });

  it('is refused to an account that was erased, also when something waits for its address', async () => {
    await completeErasure(shop.ledger, anna.id, noon);
    await expect(owned()).rejects.toMatchObject({ code: 'unauthorized' });
    await buy(anna.email);
    await expect(owned()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await grants()).toMatchObject([{ accountId: null }]);
  });

  it('is unlocked once each, with the grant that came first', async () => {
    await give({ accountId: anna.id }, ['fod'], minutes(2));
    await give({ accountId: anna.id }, ['fod'], minutes(1));
    await give({ accountId: anna.id }, ['fist'], minutes(3));
    expect(await unlockedContent(shop, anna)).toEqual([
      { adventureId: 'fod', source: 'operator', grantedAt: minutes(1) },
      { adventureId: 'fist', source: 'operator', grantedAt: minutes(3) },
    ]);
  });
});

describe('the end of what somebody owns', () => {
  const end = (owner: { accountId: string | null; email: string | null }, at = days(1)) =>
    shop.ledger.write([], () => endGrants(owner, 'customer_erased', byEva, at));
  const ended = () =>
    shop.rows('SELECT {columns} FROM grants ORDER BY id', {
      ...{ accountId: nullable(text), email: nullable(text), revokedAt: nullable(time) },
      revokedReason: nullable(text),
    });

  it('takes account and address off the rows, of what it has and of what waits, and of nobody else', async () => {
    await give({ accountId: anna.id }, ['fod']);
    await give({ email: anna.email }, ['fist']);
    await give({ accountId: bo.id, email: anna.email }, ['fod']);
    await give({ email: bo.email }, ['fod']);
    expect(await end({ accountId: anna.id, email: anna.email })).toBe(2);
    const gone = { accountId: null, email: null, revokedAt: days(1), revokedReason: 'customer_erased' };
    const stays = { revokedAt: null, revokedReason: null };
    expect(await ended()).toEqual([
      gone,
      gone,
      { accountId: bo.id, email: anna.email, ...stays },
      { accountId: null, email: bo.email, ...stays },
    ]);
    const revoked = { what: 'revoked', reason: 'customer_erased', actor: 'operator:eva', at: days(1) };
    expect((await history()).slice(4)).toMatchObject([revoked, revoked]);
  });

  it('leaves alone what waits for the address when no address is named', async () => {
    await give({ email: anna.email }, ['fod']);
    expect(await end({ accountId: anna.id, email: null })).toBe(0);
    expect(await ended()).toMatchObject([{ email: anna.email, revokedAt: null }]);
  });

  it('takes the owner off what was revoked before too, and does not tell its end twice', async () => {
    await give({ accountId: anna.id }, ['fod']);
    await shop.ledger.amend(() => revokeAll.run(noon));
    const before = await history();
    expect(await end({ accountId: anna.id, email: null })).toBe(1);
    expect(await ended()).toEqual([
      { accountId: null, email: null, revokedAt: noon, revokedReason: 'by_hand' },
    ]);
    expect(await history()).toEqual(before);
  });

  it('ends only what is left', async () => {
    await give({ accountId: anna.id }, ['fod']);
    await shop.ledger.write([], () =>
      endGrants({ accountId: anna.id, email: null }, 'account_deleted', byEva, noon),
    );
    await give({ accountId: anna.id }, ['fist']);
    const before = await history();
    expect(await end({ accountId: anna.id, email: null })).toBe(1);
    expect(await ended()).toMatchObject([
      { revokedAt: noon, revokedReason: 'account_deleted' },
      { revokedAt: days(1), revokedReason: 'customer_erased' },
    ]);
    expect(await history()).toHaveLength(before.length + 1);
  });
});

describe('the grants of an order', () => {
  const withhold = (reason: 'refunded' | 'dispute_open' | null, at: Date) =>
    shop.ledger.write([], () => withholdGrants(1, (id) => (id === 'fod' ? reason : null), byWebhook, at));

  it('are told with everything that happened to them, oldest first', async () => {
    await buy(anna.email, ['fist', 'fod']);
    await buy(bo.email, ['coc_aatt'], '2');
    await withhold('dispute_open', minutes(1));
    await withhold('refunded', minutes(2));
    await withhold('refunded', minutes(3));
    await withhold(null, minutes(4));
    const { grants: told, history: happened } = await shop.verbs.orderGrants('cs_1');
    const state = { accountId: null, withheldReason: null, revokedReason: null, grantedAt: noon };
    expect(told).toEqual([
      { adventureId: 'fist', ...state },
      { adventureId: 'fod', ...state },
    ]);
    const by = { adventureId: 'fod', actor: 'webhook', eventId: 'evt_1' };
    expect(happened).toEqual([
      { ...by, adventureId: 'fist', what: 'granted', reason: 'purchase', at: noon },
      { ...by, what: 'granted', reason: 'purchase', at: noon },
      { ...by, what: 'suspended', reason: 'dispute_open', at: minutes(1) },
      { ...by, what: 'taken_back', reason: 'refunded', at: minutes(2) },
      { ...by, what: 'restored', reason: 'no_longer_refunded', at: minutes(4) },
    ]);
  });

  it('say since when and why they are withheld, and nothing any more once they are not', async () => {
    const withheld = () =>
      shop.rows('SELECT {columns} FROM grants', {
        ...{ withheldAt: nullable(time), withheldReason: nullable(text) },
      });
    await buy(anna.email);
    await withhold('refunded', minutes(2));
    expect(await withheld()).toEqual([{ withheldAt: minutes(2), withheldReason: 'refunded' }]);
    await withhold(null, minutes(3));
    expect(await withheld()).toEqual([{ withheldAt: null, withheldReason: null }]);
  });

  it('wait for another address when the order is moved, but for those that were revoked', async () => {
    await buy(anna.email, ['fist', 'fod']);
    await buy(anna.email, ['fod'], '2');
    await owned();
    await shop.ledger.write([], () =>
      endGrants({ accountId: anna.id, email: null }, 'customer_erased', byEva, noon),
    );
    await buy(anna.email, ['fist', 'fod'], '3');
    await owned();
    const before = await history();
    await shop.ledger.write([], () => moveGrantsTo(bo.email, 3, byEva, minutes(9)));
    await shop.ledger.write([], () => moveGrantsTo(bo.email, 1, byEva, minutes(9)));
    const waiting = { accountId: null, email: bo.email, claimedAt: null };
    expect((await grants()).slice(-2)).toMatchObject([waiting, waiting]);
    expect((await grants()).slice(0, 3).every(({ email }) => email === null)).toBe(true);
    const moved = { what: 'moved', reason: 'other_address', actor: 'operator:eva', eventId: null };
    expect((await history()).slice(before.length)).toEqual([
      { ...moved, at: minutes(9) },
      { ...moved, at: minutes(9) },
    ]);
    expect(await owned(bo)).toEqual(['fist', 'fod']);
  });
});

it('a move is told grant by grant in their order, in whichever the database answers', () => {
  const [, history] = asked(moveGrantsTo(bo.email, 1, byEva, noon), [[{ id: 9 }, { id: 7 }, { id: 8 }], 3]);
  expect(history?.filter((value) => typeof value === 'number')).toEqual([7, 8, 9]);
});

it('the grants of an order that is not recorded are none', async () => {
  expect(await shop.ledger.snapshot(() => orderGrants('cs_none'))).toEqual({ grants: [], history: [] });
});
