import { beforeEach, describe, expect, it } from 'vitest';
import { completeErasure } from '#server/accounts/erasures.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Script } from '#server/ledger/script.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { asked, byEva, byWebhook, grantsIn } from '#tests/support/grants.ts';
import { minutes, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import {
  adventuresOf,
  claimIfAnythingWaits,
  claimWaiting,
  endGrants,
  moveGrantsTo,
  ownedGrants,
  withholdGrants,
} from './grants.ts';
import { unlockedContent } from './unlocked-content.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const { give, buy, owned, grants, history } = grantsIn(() => shop);

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
    // The buyer's orders are looked for before the purchase and after it; there is no other.
    const orders = [{ email: anna.email, account_id: null }, [{ id: 4 }]];
    const answers = [undefined, claimed, 3, ...orders, 1, ...orders, orders[0], { is_so: 0 }, []];
    const [erased, claim, history, ...purchases] = asked(claimWaiting(anna, noon), answers);
    expect(erased).toHaveLength(1);
    expect(claim).toEqual([anna.id, noon, anna.email]);
    expect(history?.filter((value) => typeof value === 'number')).toEqual([7, 8, 9]);
    const look = [[4], [anna.email]];
    expect(purchases).toEqual([...look, [anna.id, 4], ...look, [4], [null, 4, anna.email, 4], [4]]);
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
      endGrants({ accountId: anna.id, email: null, until: noon }, 'customer_erased', byEva, noon),
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
