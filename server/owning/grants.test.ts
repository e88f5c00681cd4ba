import { beforeEach, describe, expect, it } from 'vitest';
import { anna, bo } from '#tests/support/accounts.ts';
import { grantsIn } from '#tests/support/grants.ts';
import { noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const { give, buy, grants, history } = grantsIn(() => shop);

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
