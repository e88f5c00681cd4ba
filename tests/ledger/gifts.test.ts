import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedOrder } from '#server/buying/records.ts';
import { removeOldCards } from '#server/buying/remove-old-cards.ts';
import { withdraw } from '#server/buying/withdraw.ts';
import { byAccount } from '#server/identity/cause.ts';
import { listGrants, revokeGrant } from '#server/operating/customer-grants.ts';
import { giftLinkDays } from '#server/owning/claim-links.ts';
import { forgetInGifts } from '#server/owning/gifts.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { previewOf } from '#tests/support/claims.ts';
import { engines } from '#tests/support/engines.ts';
import {
  byWebhook,
  cecil,
  type GiftShop,
  lines,
  openGiftShop,
  refusal,
  tokenIn,
} from '#tests/support/gift-shop.ts';
import { days, disputeOf, minutes, noon, purchaseOf, refundOf } from '#tests/support/small-shop.ts';

describe.each(engines)('a gift, on $engine', ({ open }) => {
  let shop: GiftShop;
  beforeEach(async () => {
    shop = await openGiftShop(open);
  });
  afterEach(() => shop.ledger.close());

  it('unlocks nothing for its buyer and waits, and is on the account of whoever opens it first', async () => {
    await shop.give({ lines: lines('fod', 'fist') });
    expect(await shop.owned(anna)).toEqual([]);
    const token = await shop.link();
    expect(await previewOf(shop.ledger, token, shop.now)).toMatchObject({
      state: 'ready',
      gift: { from: null, message: null },
    });
    expect(await shop.claim(bo, token)).toBe('ok fist fod');
    expect([await shop.owned(bo), await shop.owned(anna)]).toEqual([['fist', 'fod'], []]);
    expect(await shop.claim(bo, token)).toBe('ok fist fod, again');
    expect(await shop.claim(cecil, token)).toBe('belongs_to_other_account');
    expect((await shop.seen()).gift?.openedAt).toBe(noon.toISOString());
  });

  it('shows its order to its buyer alone: whoever opened it has no order, no price and no address of it', async () => {
    await shop.give();
    await shop.claim(bo, await shop.link());
    expect(await shop.verbs.ownedOrders(bo, shop.now)).toEqual([]);
    expect(
      (await shop.verbs.ownedOrders(anna, shop.now)).map(({ purchase }) => purchase.checkoutSessionId),
    ).toEqual(['cs_1']);
    expect((await shop.seen('cs_1', { account: bo, browserId: null })).yours).toBeUndefined();
  });

  it('may be opened by its buyer, who then keeps it', async () => {
    await shop.give();
    expect(await shop.claim(anna, await shop.link())).toBe('ok fod');
    expect(await shop.owned(anna)).toEqual(['fod']);
  });

  it('of what the account owns already says so, is not used up, and can be passed on', async () => {
    await shop.verbs.recordPurchase(
      purchaseOf({ checkoutSessionId: 'cs_own', paymentIntentId: 'pi_own', email: bo.email }),
      ...([['fod'], byWebhook, noon] as const),
    );
    await shop.give();
    const token = await shop.link();
    // Grants that wait for the account's verified address are its own as well.
    expect(await shop.claim(bo, token)).toBe('already_owned');
    expect(await shop.state(token)).toBe('ready');
    expect(await shop.claim(cecil, token)).toBe('ok fod');
  });

  it('of more than the account owns is opened', async () => {
    await shop.give({ lines: lines('fod') });
    expect(await shop.claim(bo, await shop.link())).toBe('ok fod');
    await shop.give({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', lines: lines('bundle-pre-order') });
    expect(await shop.claim(bo, await shop.link('cs_2'))).toBe('ok fist fod fod-expansions');
  });

  it.each([
    ['a bundle', 'bundle-pre-order', 'fist fod fod-expansions'],
    ['a pre-order', 'coc_aatt', 'coc_aatt'],
    ['a season pass', 'fod-expansions', 'fod-expansions'],
  ])('may be %s', async (_name, productId, unlocks) => {
    await shop.give({ lines: lines(productId) });
    expect(await shop.claim(bo, await shop.link())).toBe(`ok ${unlocks}`);
  });

  it('is no second payment for what its buyer has bought before, nor the other way round', async () => {
    await shop.give();
    await shop.give({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await shop.claim(bo, await shop.link());
    await shop.verbs.recordPurchase(
      purchaseOf({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3', accountId: anna.id }),
      ...([['fod'], byWebhook, noon] as const),
    );
    await shop.claim(cecil, await shop.link('cs_2'));
    expect(await shop.verbs.openAttention()).toEqual([]);
    for (const order of ['cs_1', 'cs_2', 'cs_3'])
      expect((await shop.verbs.findOrder(order))?.repeats).toBeNull();
  });

  it('that was given back, disputed or lost says so, and comes back with the money', async () => {
    await shop.give();
    const token = await shop.link();
    await shop.tell(refundOf({ asOf: minutes(1) }));
    expect([await shop.state(token), await shop.claim(bo, token)]).toEqual([
      'order_refunded',
      'order_refunded',
    ]);
    await shop.tell(refundOf({ status: 'failed', asOf: minutes(2) }));
    await shop.tell(disputeOf({ asOf: minutes(3) }));
    expect([await shop.state(token), await shop.claim(bo, token)]).toEqual([
      'order_disputed',
      'order_disputed',
    ]);
    await shop.tell(disputeOf({ status: 'won', asOf: minutes(4) }));
    expect(await shop.claim(bo, token)).toBe('ok fod');
    await shop.tell(refundOf({ id: 're_2', asOf: minutes(5) }));
    expect(await shop.owned(bo)).toEqual([]);
    expect(await shop.claim(bo, token)).toBe('order_refunded');
    await shop.tell(refundOf({ id: 're_2', status: 'failed', asOf: minutes(6) }));
    expect(await shop.owned(bo)).toEqual(['fod']);
  });

  it('gives what a part refund left; what comes back of the rest goes to the same account', async () => {
    await shop.give({ lines: lines('fod', 'fist') });
    await shop.tell(refundOf({ productIds: ['fod'] }));
    expect(await shop.claim(bo, await shop.link())).toBe('ok fist');
    await shop.tell(refundOf({ productIds: ['fod'], status: 'failed', asOf: minutes(1) }));
    expect(await shop.owned(bo)).toEqual(['fist', 'fod']);
  });

  it('can be withdrawn from until it is opened, however late, and then by the usual rules', async () => {
    await shop.give({ consentText: 'at once' });
    await shop.send();
    shop.now = days(100);
    const token = await shop.link();
    const declare = (orderId: string) =>
      withdraw(shop.needs, { orderId, name: 'Anna', email: anna.email, confirm: true });
    expect((await shop.seen()).withdrawal).toEqual({ receivedAt: null });
    expect(await declare('cs_1')).toMatchObject({ status: 'received', refundOre: 25_000 });
    expect([await shop.state(token), await shop.claim(bo, token)]).toEqual([
      'order_withdrawn',
      'order_withdrawn',
    ]);
    await expect(shop.wrap()).rejects.toEqual(refusal('gift_not_possible'));
    await shop.give({
      checkoutSessionId: 'cs_2',
      paymentIntentId: 'pi_2',
      consentText: 'at once',
      paidAt: shop.now,
    });
    await shop.send();
    await shop.claim(bo, await shop.link('cs_2'));
    await expect(declare('cs_2')).rejects.toEqual(refusal('withdrawal_not_possible'));
  });

  it('of which a part went back and the rest was withdrawn from opens nothing, and is announced by what is left', async () => {
    await shop.give({ lines: lines('fod', 'fist') });
    await shop.wrap();
    await shop.tell(refundOf({ amountOre: 25_000, productIds: ['fod'] }));
    const gift = (await shop.send()).find(({ to }) => to === bo.email);
    expect(gift?.text).toContain('F.I.S.T.');
    expect(gift?.text).not.toContain('Fortress of Death');
    const token = tokenIn(gift?.text);
    expect((await previewOf(shop.ledger, token, shop.now)).products.map(({ id }) => id)).toEqual(['fist']);
    const statement = { orderId: 'cs_1', name: 'Anna', email: anna.email, confirm: true };
    expect(await withdraw(shop.needs, statement)).toMatchObject({ status: 'received' });
    expect(await shop.claim(bo, token)).toBe('order_withdrawn');
  });

  it('opened while its buyer withdraws is one or the other, never both', async () => {
    await shop.give();
    await shop.claim(bo, await shop.link());
    const { recordWithdrawal } = await import('#server/buying/withdrawals.ts');
    // Who has just read it sees its present state.
    const declare = ({ gift }: RecordedOrder) => {
      throw new Error(gift?.openedAt === null ? 'not opened' : 'opened');
    };
    const bySite = { cause: byAccount, write: shop.ledger.write };
    const late = recordWithdrawal(shop.ledger, 'cs_1', declare, bySite, shop.now);
    await expect(late).rejects.toThrow(/^opened/);
    expect((await shop.verbs.findOrder('cs_1'))?.withdrawal).toBeNull();
  });

  it('stays where it is when its order goes to another address of its buyer', async () => {
    await shop.give({ accountId: null, email: 'ana@exmaple.com' });
    const token = await shop.link();
    const moveTo = (to: string) => shop.verbs.moveOrder('cs_1', to, shop.now);
    await moveTo(anna.email);
    expect(await shop.claim(bo, token)).toBe('ok fod');
    await moveTo(cecil.email);
    expect([await shop.owned(bo), await shop.owned(cecil), await shop.owned(anna)]).toEqual([
      ['fod'],
      [],
      [],
    ]);
    expect((await shop.verbs.ownedOrders(cecil, shop.now)).map(({ purchase }) => purchase.email)).toEqual([
      cecil.email,
    ]);
    expect(await shop.verbs.ownedOrders(anna, shop.now)).toEqual([]);
  });

  it('bought as a guest belongs to the account that proves the address, and to no later owner of it', async () => {
    await shop.give({ accountId: null });
    expect((await shop.seen()).yours).toBe(true);
    expect(
      (await shop.seen('cs_1', { account: { ...bo, email: anna.email }, browserId: null })).yours,
    ).toBeUndefined();
    expect((await shop.wrap()).gift?.card?.recipient).toBe(bo.email);
    expect(await shop.owned(anna)).toEqual([]);
  });

  it.each([
    ['by mail', cecil.email],
    ['by hand', null],
  ])(
    'whose recipient was erased opens by the first letter until it is given to somebody else %s',
    async (_how, recipient) => {
      for (const id of ['cs_1', 'cs_2']) {
        await shop.give({ checkoutSessionId: id, paymentIntentId: id, accountId: anna.id });
        await shop.wrap({}, id);
      }
      const tokens = (await shop.send()).filter(({ to }) => to === bo.email).map(({ text }) => tokenIn(text));
      await shop.ledger.write([], () =>
        forgetInGifts({ accountId: bo.id, email: bo.email, until: shop.now }),
      );
      expect((await shop.seen()).gift?.card?.recipient ?? null).toBeNull();
      await shop.wrap({ recipient }, 'cs_2');
      expect(await Promise.all(tokens.map((token) => shop.claim(bo, token)))).toEqual([
        'ok fod',
        'link_expired',
      ]);
    },
  );

  it('says who gave it also when its link has expired, but not by a link that was ended because it is for somebody else', async () => {
    await shop.give();
    await shop.wrap({ sender: 'Anna', message: 'Listen.' });
    await shop.send();
    const token = await shop.link();
    shop.now = days(giftLinkDays);
    const over = { state: 'link_expired', products: [] };
    expect(await previewOf(shop.ledger, token, shop.now)).toEqual({
      ...over,
      gift: { from: 'Anna', message: 'Listen.' },
    });
    await shop.wrap({ recipient: cecil.email, sender: 'Anna', message: 'For Cecil.' });
    expect(await previewOf(shop.ledger, token, shop.now)).toEqual(over);
    const next = await shop.link();
    await shop.wrap({ sender: 'Anna' });
    expect(await previewOf(shop.ledger, next, shop.now)).toEqual(over);
    const last = await shop.link();
    await shop.claim(bo, last);
    // Whoever has opened it needs no name any more; its words are forgotten soon after.
    expect(await previewOf(shop.ledger, last, days(3 * giftLinkDays))).toEqual(over);
  });

  it('handed over by a card keeps the card’s link, whatever is written on it', async () => {
    await shop.give();
    await shop.wrap({ recipient: null });
    const token = await shop.link();
    await shop.wrap({ recipient: null, message: 'Listen' });
    expect(await shop.claim(bo, token)).toBe('ok fod');
  });

  it('opened by an account that is erased goes with it', async () => {
    await shop.give();
    const token = await shop.link();
    await shop.claim(bo, token);
    await shop.verbs.completeErasure(bo.id, shop.now);
    expect(await shop.claim(cecil, token)).toBe('order_ended');
  });

  it('that was opened by the wrong account is its giver’s again once an operator takes all of it back', async () => {
    await shop.give({ lines: lines('fod', 'fist') });
    await shop.wrap();
    const token = await shop.link();
    await shop.claim(bo, token);
    const operator = { ledger: shop.ledger, clock: () => shop.now, actor: 'operator:kim' } as const;
    const [one, two] = await listGrants(operator, bo.id);
    await revokeGrant(operator, one?.id ?? 0, 'the wrong address');
    expect((await shop.seen()).gift?.openedAt).not.toBeNull();
    await revokeGrant(operator, two?.id ?? 0, 'the wrong address');
    expect((await shop.seen()).gift?.openedAt).toBeNull();
    expect(await shop.claim(bo, token)).toBe('link_expired');
    shop.now = days(40);
    await shop.wrap({ recipient: cecil.email });
    await shop.ledger.write([], () => removeOldCards(shop.now));
    expect((await shop.seen()).gift?.card?.recipient).toBe(cecil.email);
    expect(await shop.claim(cecil, await shop.link())).toBe('ok fist fod');
    expect([await shop.owned(bo), await shop.owned(cecil)]).toEqual([[], ['fist', 'fod']]);
    expect((await shop.seen()).gift?.openedAt).toBe(shop.now.toISOString());
    await shop.tell(refundOf({ amountOre: 50_000, asOf: shop.now }));
    expect(await shop.owned(cecil)).toEqual([]);
  });

  it('that ended with the account of its recipient is its giver’s again once an operator takes it back, without the old letter', async () => {
    await shop.give({ lines: lines('fod', 'fist') });
    await shop.wrap();
    await shop.send();
    const token = await shop.link();
    await shop.claim(bo, token);
    const operator = { ledger: shop.ledger, clock: () => shop.now, actor: 'operator:kim' } as const;
    const [one, two] = (await listGrants(operator, bo.id)).map(({ id }) => id);
    await shop.verbs.completeErasure(bo.id, shop.now);
    shop.now = days(1);
    expect((await shop.seen()).gift?.openedAt).not.toBeNull();
    expect(await revokeGrant(operator, one ?? 0, 'deleted by mistake')).toEqual([two]);
    expect(await revokeGrant(operator, two ?? 0, 'deleted by mistake')).toEqual([]);
    await expect(revokeGrant(operator, two ?? 0, 'again')).rejects.toThrow('revoked already');
    expect((await shop.seen()).gift).toMatchObject({ openedAt: null, card: { letter: null } });
    await shop.wrap({ recipient: cecil.email });
    expect((await shop.seen()).gift?.card?.letter).toBe('waiting');
    expect(await shop.claim(cecil, await shop.link())).toBe('ok fist fod');
  });

  it('that two open at the same moment is one account’s', async () => {
    for (let time = 0; time < 20; time += 1) {
      const order = { checkoutSessionId: `cs_r${time}`, paymentIntentId: `pi_r${time}` };
      await shop.give(order);
      const token = await shop.link(order.checkoutSessionId);
      const racers = [bo, cecil].map((one) => ({ ...one, id: `${one.id}-${time}`, emailVerified: false }));
      const outcomes = await Promise.all(racers.map((racer) => shop.claim(racer, token)));
      expect(outcomes.toSorted()).toEqual(['belongs_to_other_account', 'ok fod']);
    }
  });
});
