import { beforeEach, describe, expect, it } from 'vitest';
import { moveGrantsTo } from '#server/owning/grants.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { asked, byEva, grantsIn } from '#tests/support/grants.ts';
import { minutes, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { claimGiftOrders, claimIfAnythingWaits, claimWaiting } from './claim-waiting.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const { buy, owned, grants, history } = grantsIn(() => shop);

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
    for (const account of [anna, { ...bo, emailVerified: false }])
      await claimGiftOrders(shop.ledger, account);
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
  it('is told grant by grant, and purchase by purchase, each once: in their order, in whichever the database answers', () => {
    const claimed = [
      { id: 9, purchase_id: 4 },
      { id: 7, purchase_id: null },
      { id: 8, purchase_id: 4 },
      { id: 6, purchase_id: 3 },
    ];
    // The buyer's orders are looked for before the purchases change and after it; there is no other.
    const orders = [3, 4].flatMap((id) => [
      { email: anna.email, account_id: null },
      [{ id, checkout_session_id: `cs_${id}`, account_id: null, paid_at: noon.toISOString() }],
    ]);
    const checked = [{ is_erased: 0 }, [], []];
    const answers = [undefined, undefined, claimed, 3, ...orders, 1, 1, ...orders, ...checked, ...checked];
    const [erased, noted, claim, history, ...purchases] = asked(claimWaiting(anna, noon), answers);
    expect([erased, noted]).toEqual([[expect.any(String)], [anna.id]]);
    expect(claim).toEqual([anna.id, noon, anna.email]);
    expect(history?.filter((value) => typeof value === 'number')).toEqual([6, 7, 8, 9]);
    const looks = [[3], [anna.email], [4], [anna.email]];
    const changes = [
      [anna.id, 3],
      [anna.id, 4],
    ];
    expect(purchases).toEqual([...looks, ...changes, ...looks, [3], [3], [3], [4], [4], [4]]);
  });

  it('asks nothing but whether the account was erased when its address is not verified', () => {
    expect(asked(claimWaiting({ ...anna, emailVerified: false }, noon), [undefined])).toHaveLength(1);
  });
});
