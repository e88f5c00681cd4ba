import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#server/accounts/identity-provider.ts';
import { movePurchase } from '#server/buying/move-purchase.ts';
import type { PaymentFact } from '#server/buying/order-facts.ts';
import { orderStatus } from '#server/buying/order-status.ts';
import type { NewPurchase } from '#server/buying/records.ts';
import { withdraw } from '#server/buying/withdraw.ts';
import { wrapGift } from '#server/buying/wrap-gift.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { integer, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { claimUrlFor, composeMail } from '#server/mailing/compose.ts';
import { noteMailService } from '#server/mailing/mail-service.ts';
import { endLetter, takeLetters } from '#server/mailing/outbox.ts';
import { shopFacts } from '#server/mailing/shop-facts.ts';
import {
  mostGiftLetters,
  mostGiftLettersToAddress,
  removeOldGiftLetters,
  unlocksOf,
} from '#server/owning/gifts.ts';
import { noMeters } from '#server/runtime.ts';
import type { GiftWrapping } from '#shared/api/orders.ts';
import { claimWith, newLink, previewOf, testCipher } from '#tests/support/claims.ts';
import { engines } from '#tests/support/engines.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { type LedgerVerbs, ledgerVerbs, silentLog } from '#tests/support/ledger-verbs.ts';
import {
  anna,
  bo,
  days,
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  smallShop,
} from '#tests/support/small-shop.ts';

/** Anna gives, Bo is given. */
const cecil: Account = {
  id: 'sub-cecil',
  username: 'cecil',
  email: 'cecil@example.com',
  emailVerified: true,
};
const byWebhook = { by: 'webhook', event: null } as const;
const row = query('SELECT {columns} FROM purchases WHERE checkout_session_id = ?', {
  id: integer,
  email: text,
});
const cards = query(
  "SELECT coalesce(recipient, '') || coalesce(sender, '') || coalesce(message, '') AS words FROM gifts",
  {
    words: text,
  },
);

describe.each(engines)('a gift, on $engine', ({ open }) => {
  let ledger: Ledger;
  let verbs: LedgerVerbs;
  let now: Date;
  beforeEach(async () => {
    now = noon;
    ledger = await open(() => now);
    verbs = ledgerVerbs(ledger);
    await ledger.write([], () => noteMailService(true, noon));
  });
  afterEach(() => ledger.close());

  const clock = () => now;
  const { payments } = smallShop();
  const needs = { clock, log: silentLog, metrics: noMeters, payments, facts: exampleFacts };
  const lines = (...ids: string[]) => ids.map((productId) => ({ productId, priceOre: 25_000 }));
  const give = (over: Partial<NewPurchase> = {}) => {
    const purchase = purchaseOf({ accountId: anna.id, ...over });
    const totalOre = purchase.lines.reduce((sum, { priceOre }) => sum + priceOre, 0);
    return verbs.recordPurchase(
      { ...purchase, totalOre, isGift: true },
      unlocksOf(purchase.lines),
      byWebhook,
      noon,
    );
  };
  const link = (order = 'cs_1') => newLink(ledger, order, now);
  const claim = (account: Account, token: string) => claimWith(ledger, account, token, now);
  const state = async (token: string) => (await previewOf(ledger, token, now)).state;
  const owned = async (account: Account) =>
    (await verbs.ownedGrants(account, now)).map(({ adventureId }) => adventureId).toSorted();
  const tell = (fact: PaymentFact) => verbs.recordPaymentFact(fact, byWebhook, now);
  const asBuyer = { account: anna, browserId: null };
  const seen = async (id = 'cs_1', viewer = asBuyer) => {
    const order = await orderStatus({ ...needs, ledger }, id, viewer);
    if (!order) throw new Error('There is no order');
    return order;
  };
  const wrap = (over: Partial<GiftWrapping> = {}, order = 'cs_1', viewer = asBuyer) =>
    wrapGift({ ...needs, ledger }, order, { recipient: bo.email, ...over }, viewer);
  const refusal = (code: string, field?: string) =>
    expect.objectContaining({ code, ...(field !== undefined && { field }) });
  const desk = { publicUrl: 'https://shop.example.org', facts: shopFacts(exampleFacts) };
  /** Sends what is due, and tells what went to whom. */
  const send = async (outcome: 'sent' | 'refused' = 'sent') => {
    const mails: { to: string; subject: string; text: string; html: string }[] = [];
    for (const letter of await ledger.write([], () => takeLetters(20, now, minutes(1, now)))) {
      const script = claimUrlFor(letter, { ...desk, now }, testCipher);
      const claimUrl = script && (await ledger.write([], script));
      const mail = await ledger.snapshot(() => composeMail(letter, { ...desk, now, claimUrl }));
      if (mail) mails.push(mail);
      await ledger.amend(() => endLetter(letter.id, mail ? outcome : 'dropped', null, now));
    }
    return mails;
  };
  const tokenIn = (words = '') => /\/open\/([A-Za-z0-9_-]{43})/.exec(words)?.[1] ?? 'no token';

  it('unlocks nothing for its buyer and waits, and is on the account of whoever opens it first', async () => {
    await give({ lines: lines('fod', 'fist') });
    expect(await owned(anna)).toEqual([]);
    const token = await link();
    expect(await previewOf(ledger, token, now)).toMatchObject({
      state: 'ready',
      gift: { from: null, message: null },
    });
    expect(await claim(bo, token)).toBe('ok fist fod');
    expect([await owned(bo), await owned(anna)]).toEqual([['fist', 'fod'], []]);
    expect(await claim(bo, token)).toBe('ok fist fod, again');
    expect(await claim(cecil, token)).toBe('belongs_to_other_account');
    expect((await seen()).gift?.openedAt).toBe(noon.toISOString());
  });

  it('shows its order to its buyer alone: whoever opened it has no order, no price and no address of it', async () => {
    await give();
    await claim(bo, await link());
    expect(await verbs.ownedOrders(bo, now)).toEqual([]);
    expect((await verbs.ownedOrders(anna, now)).map(({ purchase }) => purchase.checkoutSessionId)).toEqual([
      'cs_1',
    ]);
    expect((await seen('cs_1', { account: bo, browserId: null })).yours).toBeUndefined();
  });

  it('may be opened by its buyer, who then keeps it', async () => {
    await give();
    expect(await claim(anna, await link())).toBe('ok fod');
    expect(await owned(anna)).toEqual(['fod']);
  });

  it('of what the account owns already says so, is not used up, and can be passed on', async () => {
    await verbs.recordPurchase(
      purchaseOf({ checkoutSessionId: 'cs_own', paymentIntentId: 'pi_own', email: bo.email }),
      ...([['fod'], byWebhook, noon] as const),
    );
    await give();
    const token = await link();
    // What waits for the address that the account has proved is its own as well.
    expect(await claim(bo, token)).toBe('already_owned');
    expect(await state(token)).toBe('ready');
    expect(await claim(cecil, token)).toBe('ok fod');
  });

  it('of more than the account owns is opened', async () => {
    await give({ lines: lines('fod') });
    expect(await claim(bo, await link())).toBe('ok fod');
    await give({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', lines: lines('bundle-pre-order') });
    expect(await claim(bo, await link('cs_2'))).toBe('ok fist fod fod-expansions');
  });

  it.each([
    ['a bundle', 'bundle-pre-order', 'fist fod fod-expansions'],
    ['a pre-order', 'coc_aatt', 'coc_aatt'],
    ['a season pass', 'fod-expansions', 'fod-expansions'],
  ])('may be %s', async (_name, productId, unlocks) => {
    await give({ lines: lines(productId) });
    expect(await claim(bo, await link())).toBe(`ok ${unlocks}`);
  });

  it('is no second payment for what its buyer has bought before, nor the other way round', async () => {
    await give();
    await give({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await claim(bo, await link());
    await verbs.recordPurchase(
      purchaseOf({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3', accountId: anna.id }),
      ...([['fod'], byWebhook, noon] as const),
    );
    await claim(cecil, await link('cs_2'));
    expect(await verbs.openAttention()).toEqual([]);
    for (const order of ['cs_1', 'cs_2', 'cs_3']) expect((await verbs.findOrder(order))?.repeats).toBeNull();
  });

  it('that was given back, disputed or lost says so, and comes back with the money', async () => {
    await give();
    const token = await link();
    await tell(refundOf({ asOf: minutes(1) }));
    expect([await state(token), await claim(bo, token)]).toEqual(['order_refunded', 'order_refunded']);
    await tell(refundOf({ status: 'failed', asOf: minutes(2) }));
    await tell(disputeOf({ asOf: minutes(3) }));
    expect([await state(token), await claim(bo, token)]).toEqual(['order_disputed', 'order_disputed']);
    await tell(disputeOf({ status: 'won', asOf: minutes(4) }));
    expect(await claim(bo, token)).toBe('ok fod');
    await tell(refundOf({ id: 're_2', asOf: minutes(5) }));
    expect(await owned(bo)).toEqual([]);
    expect(await claim(bo, token)).toBe('order_refunded');
    await tell(refundOf({ id: 're_2', status: 'failed', asOf: minutes(6) }));
    expect(await owned(bo)).toEqual(['fod']);
  });

  it('gives what a part refund left; what comes back of the rest goes to the same account', async () => {
    await give({ lines: lines('fod', 'fist') });
    await tell(refundOf({ productIds: ['fod'] }));
    expect(await claim(bo, await link())).toBe('ok fist');
    await tell(refundOf({ productIds: ['fod'], status: 'failed', asOf: minutes(1) }));
    expect(await owned(bo)).toEqual(['fist', 'fod']);
  });

  it('can be withdrawn from until it is opened, however late, and then by the usual rules', async () => {
    await give({ consentText: 'at once' });
    await send();
    now = days(100);
    const token = await link();
    const declare = (orderId: string) =>
      withdraw({ ...needs, ledger }, { orderId, name: 'Anna', email: anna.email, confirm: true });
    expect((await seen()).withdrawal).toEqual({ receivedAt: null });
    expect(await declare('cs_1')).toMatchObject({ status: 'received', refundOre: 25_000 });
    expect([await state(token), await claim(bo, token)]).toEqual(['order_withdrawn', 'order_withdrawn']);
    await expect(wrap()).rejects.toEqual(refusal('gift_not_possible'));
    await give({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', consentText: 'at once', paidAt: now });
    await send();
    await claim(bo, await link('cs_2'));
    await expect(declare('cs_2')).rejects.toEqual(refusal('withdrawal_not_possible'));
  });

  it('opened while its buyer withdraws is one or the other, never both', async () => {
    await give();
    const order = await verbs.findOrder('cs_1');
    await claim(bo, await link());
    const withdrawal = {
      ...{ reference: 'W-1', name: 'Anna', email: anna.email, productIds: ['fod'], refundOre: 25_000 },
      ...{ confirmation: 'word for word', receivedAt: noon },
    };
    // What the withdrawal was reckoned from was true a moment ago.
    expect(order?.gift?.openedAt).toBeNull();
    const { recordWithdrawal } = await import('#server/buying/withdrawals.ts');
    expect(await recordWithdrawal(ledger, 'cs_1', withdrawal, true)).toBeNull();
    expect((await verbs.findOrder('cs_1'))?.withdrawal).toBeNull();
  });

  it('is written to its recipient on the chosen day at eight in Stockholm, without price, order or buyer', async () => {
    await give();
    await send();
    await wrap({ sendOn: '2026-03-29', sender: ' Anna\n', message: 'Many happy returns.\r\n\nYours\u202e' });
    expect((await seen()).gift?.card).toEqual({
      ...{
        recipient: bo.email,
        sendOn: '2026-03-29',
        sender: 'Anna',
        message: 'Many happy returns.\n\nYours',
      },
      ...{ letter: 'waiting', lettersLeft: mostGiftLetters - 1 },
    });
    // The clocks went forward in that night.
    now = new Date('2026-03-29T05:59:59Z');
    expect(await send()).toEqual([]);
    now = new Date('2026-03-29T06:00:00Z');
    const [mail, ...more] = await send();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: bo.email, subject: 'Anna has given you an adventure' });
    for (const words of [mail?.text, mail?.html]) {
      expect(words).toContain('Many happy returns.');
      expect(words).not.toMatch(/SEK|cs_1|anna@|25[ ,.]?0/);
    }
    expect((await seen()).gift?.card?.letter).toBe('sent');
    expect(await claim(bo, tokenIn(mail?.text))).toBe('ok fod');
  });

  it('is confirmed to its buyer with the way to its card, and without its link', async () => {
    await give();
    const [mail] = await send();
    expect(mail).toMatchObject({ to: anna.email, subject: 'Your order: Lone Wolf The Fortress of Death' });
    expect(mail?.text).toContain('HOW TO GIVE IT');
    expect(mail?.text).not.toMatch(/HOW TO PLAY|\/open\//);
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('You may withdraw until somebody has opened it');
  });

  it('can be sent again, with the link that it had', async () => {
    await give();
    await send();
    await wrap();
    const [first] = await send('refused');
    expect((await seen()).gift?.card?.letter).toBe('undelivered');
    await wrap();
    const [second] = await send();
    expect(tokenIn(second?.text)).toBe(tokenIn(first?.text));
    expect(await state(tokenIn(first?.text))).toBe('ready');
  });

  it('that goes to another address ends the link that the first one had, and is written to the second alone', async () => {
    await give();
    await send();
    await wrap();
    const [first] = await send();
    await wrap({ recipient: cecil.email, sendOn: '2026-03-20' });
    expect(await claim(bo, tokenIn(first?.text))).toBe('link_expired');
    await wrap({ recipient: cecil.email, sendOn: '2026-03-10', message: 'Earlier.' });
    now = days(30);
    const letters = await send();
    expect(letters.map(({ to }) => to)).toEqual([cecil.email]);
    expect(letters[0]?.text).toContain('Earlier.');
    expect(await claim(cecil, tokenIn(letters[0]?.text))).toBe('ok fod');
  });

  it('has no letter any more once it was opened, given back, or is printed', async () => {
    for (const number of [1, 2, 3]) {
      await give({ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}` });
      await wrap({ sendOn: '2026-03-20' }, `cs_${number}`);
    }
    await send();
    await claim(cecil, await link('cs_1'));
    await tell(refundOf({ paymentIntentId: 'pi_2' }));
    expect((await wrap({ recipient: null, message: 'By hand.' }, 'cs_3')).gift?.card).toMatchObject({
      ...{ recipient: null, message: 'By hand.', letter: null },
    });
    now = days(30);
    expect((await send()).filter(({ to }) => to === bo.email)).toEqual([]);
  });

  it('is wrapped by its buyer alone, once it is paid, and while nobody has opened it', async () => {
    await give();
    for (const viewer of [
      { account: bo, browserId: null },
      { account: null, browserId: 'A'.repeat(22) },
    ]) {
      await expect(wrap({}, 'cs_1', viewer as typeof asBuyer)).rejects.toEqual(refusal('forbidden'));
    }
    await expect(wrap({}, 'cs_none')).rejects.toEqual(refusal('order_not_found'));
    await verbs.recordPurchase(
      purchaseOf({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', accountId: anna.id }),
      ...([['fod'], byWebhook, noon] as const),
    );
    await expect(wrap({}, 'cs_2')).rejects.toEqual(refusal('gift_not_possible'));
    await claim(bo, await link());
    await expect(wrap()).rejects.toEqual(refusal('gift_not_possible'));
  });

  it.each([
    [{ recipient: 'nobody' }, 'invalid_email', 'recipient'],
    [{ sendOn: '2026-03-01' }, 'invalid_request', 'sendOn'],
    [{ sendOn: '2027-04-01' }, 'invalid_request', 'sendOn'],
    [{ message: 'See https://evil.example/x' }, 'text_has_links', 'message'],
    [{ message: 'Win at evil.example' }, 'text_has_links', 'message'],
    [{ message: 'Write to me@evil.example' }, 'text_has_links', 'message'],
    [{ sender: 'www.evil.example' }, 'text_has_links', 'sender'],
  ])('is not wrapped in %o', async (over, code, field) => {
    await give();
    await expect(wrap(over)).rejects.toEqual(refusal(code, field));
  });

  it('can only be printed where the shop sends no mail', async () => {
    await ledger.write([], () => noteMailService(false, noon));
    await give();
    await expect(wrap()).rejects.toEqual(refusal('gift_not_possible', 'recipient'));
    expect((await wrap({ recipient: null })).gift?.card?.letter).toBeNull();
  });

  it(`has ${mostGiftLetters} letters at most, those among them that were replaced`, async () => {
    await give();
    for (let number = 0; number < mostGiftLetters; number += 1) await wrap({ sendOn: '2026-03-20' });
    expect((await seen()).gift?.card?.lettersLeft).toBe(0);
    await expect(wrap()).rejects.toEqual(refusal('gift_letters_used_up', 'recipient'));
    expect((await wrap({ recipient: null })).gift?.card?.letter).toBeNull();
  });

  it(`goes to an address that gets at most ${mostGiftLettersToAddress} letters on one day, from whomever`, async () => {
    const orders = Array.from({ length: mostGiftLettersToAddress + 1 }, (_, number) => `cs_${number}`);
    for (const [number, order] of orders.entries()) {
      await give({ checkoutSessionId: order, paymentIntentId: `pi_${number}` });
    }
    const [last = '', ...others] = orders.toReversed();
    // A letter that is replaced before its day counts once.
    for (const order of others) for (const _ of [1, 2]) await wrap({ sendOn: '2026-03-20' }, order);
    await expect(wrap({ sendOn: '2026-03-20' }, last)).rejects.toEqual(refusal('gift_letters_used_up'));
    await wrap({ sendOn: '2026-03-21' }, last);
    await wrap({ sendOn: '2026-03-20', recipient: cecil.email }, last);
    await ledger.amend(() => removeOldGiftLetters('2026-03-21'));
    await wrap({ sendOn: '2026-03-20' }, last);
  });

  it('stays where it is when its order goes to another address of its buyer', async () => {
    await give({ accountId: null, email: 'ana@exmaple.com' });
    const token = await link();
    const moveTo = (to: string) =>
      ledger.write([], function* () {
        yield* movePurchase(yield* row.one('cs_1'), to, 'typo', 'operator:kim', now);
      });
    await moveTo(anna.email);
    expect(await claim(bo, token)).toBe('ok fod');
    await moveTo(cecil.email);
    expect([await owned(bo), await owned(cecil), await owned(anna)]).toEqual([['fod'], [], []]);
    expect((await verbs.ownedOrders(cecil, now)).map(({ purchase }) => purchase.email)).toEqual([
      cecil.email,
    ]);
    expect(await verbs.ownedOrders(anna, now)).toEqual([]);
  });

  it('bought as a guest belongs to the account that proves the address, and to no later owner of it', async () => {
    await give({ accountId: null });
    expect((await seen()).yours).toBe(true);
    expect(
      (await seen('cs_1', { account: { ...bo, email: anna.email }, browserId: null })).yours,
    ).toBeUndefined();
    expect((await wrap()).gift?.card?.recipient).toBe(bo.email);
    expect(await owned(anna)).toEqual([]);
  });

  it('whose buyer is erased goes out on its day, from nobody and without a word', async () => {
    await give();
    await send();
    await wrap({ sendOn: '2026-03-20', sender: 'Anna', message: 'Many happy returns.' });
    await verbs.completeErasure(anna.id, now);
    expect((await ledger.read(() => cards.all())).map(({ words }) => words)).toEqual(['']);
    now = days(30);
    const mail = (await send()).find(({ to }) => to === bo.email);
    expect(mail?.subject).toBe('Somebody has given you an adventure');
    expect(mail?.text).not.toMatch(/Anna|returns/);
    expect(await claim(bo, tokenIn(mail?.text))).toBe('ok fod');
  });

  it('for somebody who is erased is not written, and is still the buyer’s to give', async () => {
    await give();
    await wrap({ sendOn: '2026-03-20' });
    await ledger.write([], () => noteMailService(true, noon));
    const { completeErasure } = await import('#server/accounts/erasures.ts');
    await completeErasure(ledger, bo.id, now, bo.email);
    now = days(30);
    expect((await send()).filter(({ subject }) => /given/.test(subject))).toEqual([]);
    expect((await seen()).gift?.card).toMatchObject({ recipient: null, letter: null });
    expect(await claim(cecil, await link())).toBe('ok fod');
  });

  it('opened by an account that is erased goes with it', async () => {
    await give();
    const token = await link();
    await claim(bo, token);
    await verbs.completeErasure(bo.id, now);
    expect(await claim(cecil, token)).toBe('order_ended');
  });

  it('that two open at the same moment is one account’s', async () => {
    for (let time = 0; time < 20; time += 1) {
      const order = { checkoutSessionId: `cs_r${time}`, paymentIntentId: `pi_r${time}` };
      await give(order);
      const token = await link(order.checkoutSessionId);
      const racers = [bo, cecil].map((one) => ({ ...one, id: `${one.id}-${time}`, emailVerified: false }));
      const outcomes = await Promise.all(racers.map((racer) => claim(racer, token)));
      expect(outcomes.toSorted()).toEqual(['belongs_to_other_account', 'ok fod']);
    }
  });
});
