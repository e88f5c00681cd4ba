import { beforeEach, describe, expect, it } from 'vitest';
import { nullable, text, time } from '#server/ledger/rows.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { asked, byEva, byWebhook, grantsIn } from '#tests/support/grants.ts';
import { minutes, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { endGrants, moveGrantsTo, withholdGrants } from './grants.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const { buy, owned, grants, history } = grantsIn(() => shop);

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
      { id: 1, adventureId: 'fist', ...state },
      { id: 2, adventureId: 'fod', ...state },
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

  it('wait for another address when the order is moved, also those that were revoked, or the order would be half erased', async () => {
    await buy(anna.email, ['fist', 'fod']);
    await buy(anna.email, ['fod'], '2');
    await owned();
    await shop.ledger.write([], () =>
      endGrants({ accountId: anna.id, email: null, until: noon }, 'customer_erased', byEva, noon),
    );
    await buy(anna.email, ['fist', 'fod'], '3');
    await owned();
    const before = await history();
    await shop.ledger.write([], () => moveGrantsTo(bo.email, 3, byEva, minutes(9)));
    await shop.ledger.write([], () => moveGrantsTo(bo.email, 1, byEva, minutes(9)));
    const waiting = { accountId: null, email: bo.email, claimedAt: null };
    expect((await grants()).slice(-2)).toMatchObject([waiting, waiting]);
    const [first, second, other] = await grants();
    expect([first, second, other].map((grant) => grant?.['email'])).toEqual([bo.email, bo.email, null]);
    const moved = { what: 'moved', reason: 'other_address', actor: 'operator:eva', eventId: null };
    expect((await history()).slice(before.length)).toEqual(
      Array.from({ length: 4 }, () => ({ ...moved, at: minutes(9) })),
    );
    expect(await owned(bo)).toEqual(['fist', 'fod']);
  });
});

it('a move is told grant by grant in their order, in whichever the database answers', () => {
  const [, history] = asked(moveGrantsTo(bo.email, 1, byEva, noon), [[{ id: 9 }, { id: 7 }, { id: 8 }], 3]);
  expect(history?.filter((value) => typeof value === 'number')).toEqual([7, 8, 9]);
});
