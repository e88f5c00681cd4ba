import { beforeEach, describe, expect, it } from 'vitest';
import { anna, bo } from '#tests/support/accounts.ts';
import { newLink } from '#tests/support/claims.ts';
import { grantsIn } from '#tests/support/grants.ts';
import { byPage, purchaseOf, refundOf, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { claimOrder, previewClaim } from './claim-order.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const mistyped = 'ana@exmaple.com';
const { buy } = grantsIn(() => shop);
/** The link of a paid order. */
const link = async () => {
  await buy(mistyped);
  return newLink(shop.ledger, 'cs_1', shop.now);
};

describe('opening a claim link', () => {
  it('waits for whoever changes the account, its address, or the address of the order', async () => {
    const token = await link();
    shop.locks.length = 0;
    await claimOrder(shop, anna, token);
    expect(shop.locks).toEqual([[`account ${anna.id}`, `address ${anna.email}`, `address ${mistyped}`]]);
  });

  it('names each lock once, where the address of the order is that of the account', async () => {
    const token = await link();
    shop.locks.length = 0;
    await claimOrder(shop, { ...bo, email: mistyped }, token);
    expect(shop.locks).toEqual([[`account ${bo.id}`, `address ${mistyped}`]]);
  });

  it('is logged with account, order and outcome, and without the token', async () => {
    const token = await link();
    for (const account of [anna, anna, bo]) await claimOrder(shop, account, token);
    const of = (account: string, outcome: string) => ({
      level: 'info',
      fields: { account, checkoutSession: 'cs_1', outcome },
    });
    expect(shop.logged).toEqual([
      of(anna.id, 'claimed'),
      of(anna.id, 'repeated'),
      of(bo.id, 'belongs_to_other_account'),
    ]);
  });
});

describe('what the holder of a claim link sees', () => {
  it('is the products, without a day where they are out', async () => {
    expect(await previewClaim(shop, await link())).toEqual({
      state: 'ready',
      products: [{ id: 'fod', title: 'Lone Wolf The Fortress of Death' }],
    });
  });

  it('is what is left of an order of which a part went back, and all of one that went back whole, with the reason', async () => {
    const lines = ['fod', 'fist'].map((productId) => ({ productId, priceOre: 25_000 }));
    const purchase = purchaseOf({ email: mistyped, lines, totalOre: 50_000 });
    await shop.verbs.recordPurchase(purchase, ['fod', 'fist'], byPage, shop.now);
    const token = await newLink(shop.ledger, 'cs_1', shop.now);
    const seen = async () => {
      const { state, products } = await previewClaim(shop, token);
      return [state, ...products.map(({ id }) => id)];
    };
    const giveBack = (id: string, productIds: string[]) =>
      shop.verbs.recordPaymentFact(refundOf({ id, productIds }), byPage, shop.now);
    await giveBack('re_1', ['fod']);
    expect(await seen()).toEqual(['ready', 'fist']);
    await giveBack('re_2', ['fist']);
    expect(await seen()).toEqual(['order_refunded', 'fist', 'fod']);
  });

  it('is nothing of an order whose link nobody made', async () => {
    expect(await previewClaim(shop, 'never made')).toEqual({ state: 'link_not_found', products: [] });
  });
});
