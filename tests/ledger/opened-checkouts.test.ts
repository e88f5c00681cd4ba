import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  browserHashOf,
  closeCheckout,
  noteOpened,
  removeOldCheckouts,
  wasOpenedBy,
  wasReplaced,
} from '#server/buying/opened-checkouts.ts';
import type { CheckoutSession } from '#server/buying/payment-provider.ts';
import { type Buyer, startCheckout } from '#server/buying/start-checkout.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { nullable, text } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { type Product, productById } from '#shared/catalogue.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import {
  days,
  minutes,
  noon,
  purchaseOf,
  type SmallShop,
  sessionOf,
  smallShop,
  withdrawalOf,
} from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';

const byWebhook = { by: 'webhook', event: null } as const;
const atHome: Buyer = { account: null, browserId: 'the browser at home' };
const elsewhere: Buyer = { account: null, browserId: 'a browser elsewhere' };
const giveBack = command("UPDATE grants SET withheld_at = ?, withheld_reason = 'refunded'");
const payPage = (id: string) => ({ redirect_url: `https://pay.example/${id}` });

describe.each(engines)('on $engine', ({ open }) => {
  let ledger: Ledger;
  let shop: SmallShop;
  /** The ids of the sessions that the payment provider will open. */
  let opened: number;
  beforeEach(async () => {
    ledger = await open(() => noon);
    shop = smallShop();
    opened = 0;
  });
  afterEach(() => ledger.close());

  const newSession = (over: Partial<CheckoutSession> = {}) => {
    opened += 1;
    const session = sessionOf({ id: `cs_${opened}`, paymentStatus: 'unpaid', status: 'open', ...over });
    shop.sessions.push(session);
    return { id: session.id, ...{ url: `https://pay.example/${session.id}`, expiresAt: days(1) } };
  };
  const checkOut = (buyer: Buyer, ids: string[] = ['fod'], over: Partial<SmallShop['payments']> = {}) =>
    startCheckout(
      {
        ...{ ledger, clock: () => shop.now, log: shop.log, metrics: shop.metrics },
        payments: { ...shop.payments, createCheckoutSession: async () => newSession(), ...over },
        allowedOrigins: ['https://shop.example'],
      },
      { products: ids.map((id) => ({ id })), baseUrl: 'https://shop.example', email: 'guest@example.com' },
      buyer,
      null,
    );
  const statuses = () => shop.sessions.map(({ status }) => status);
  const outcomes = () =>
    shop.metered.filter(([name]) => name === 'olderCheckout').map(([, outcome]) => outcome);

  describe('a newer payment page', () => {
    it.each([
      ['the same browser', atHome, atHome],
      ['the same account in another browser', { ...atHome, account: anna }, { ...elsewhere, account: anna }],
      ['the same browser, signed in meanwhile', atHome, { ...atHome, account: anna }],
    ])('of %s closes the older one', async (_name, first, second) => {
      await checkOut(first);
      expect(await checkOut(second)).toEqual(payPage('cs_2'));
      expect(statuses()).toEqual(['expired', 'open']);
      expect(outcomes()).toEqual(['expired']);
      expect(await ledger.read(() => wasReplaced('cs_1'))).toBe(true);
      expect(await ledger.read(() => wasReplaced('cs_2'))).toBe(false);
    });

    it('closes the newest ten of however many there are, and gifts opened meanwhile hide none of them', async () => {
      const note = (id: string, products: Product[]) =>
        noteOpened(
          ledger,
          {
            ...{ checkoutSessionId: `older_${id}`, accountId: null, products, expiresAt: days(1) },
            browserHash: browserHashOf(atHome.browserId),
          },
          noon,
        );
      const fist = [productById('fist') as Product];
      for (let page = 1; page <= 52; page += 1) await note(`${page}`, fist);
      for (let gift = 1; gift <= 60; gift += 1) await note(`gift_${gift}`, []);
      const { older } = await note('newest', fist);
      expect(older).toEqual(Array.from({ length: 10 }, (_, index) => `older_${index + 43}`));
    });

    it('of anybody else closes nothing, whatever address they type: the address alone proves nothing', async () => {
      await checkOut({ ...atHome, account: anna });
      await checkOut(elsewhere);
      await checkOut({ account: bo, browserId: 'a third browser' });
      expect(statuses()).toEqual(['open', 'open', 'open']);
      expect(outcomes()).toEqual([]);
    });

    it('of another account in the same browser closes nothing, and has no part in its page', async () => {
      await checkOut({ ...atHome, account: anna });
      await checkOut({ ...atHome, account: bo });
      expect(statuses()).toEqual(['open', 'open']);
      const isFor = (account: string | null) =>
        ledger.read(() => wasOpenedBy('cs_1', browserHashOf(atHome.browserId), account, noon));
      expect([await isFor(anna.id), await isFor(null), await isFor(bo.id)]).toEqual([true, true, false]);
    });

    it('closes what sells some of the same, a bundle and its part among them, and leaves the rest', async () => {
      await checkOut(atHome, ['fist']);
      await checkOut(atHome, ['coc_aatt']);
      await checkOut(atHome, ['bundle-pre-order']);
      expect(statuses()).toEqual(['expired', 'open', 'open']);
      await checkOut(atHome, ['coc_aatt', 'fod-podcast-discount']);
      expect(statuses()).toEqual(['expired', 'expired', 'expired', 'open']);
    });

    it('does not ask about one that its buyer has withdrawn from: it is bought anew on purpose', async () => {
      await checkOut(atHome);
      const verbs = ledgerVerbs(ledger);
      await verbs.recordPurchase(purchaseOf({ checkoutSessionId: 'cs_1' }), ['fod'], byWebhook, noon);
      await verbs.recordWithdrawal('cs_1', withdrawalOf());
      expect(await checkOut(atHome)).toEqual(payPage('cs_2'));
      expect(shop.asked).toEqual([]);
    });

    it('does not ask about one that was paid and given back, or has run out', async () => {
      await checkOut(atHome);
      const paid = purchaseOf({ checkoutSessionId: 'cs_1' });
      await ledgerVerbs(ledger).recordPurchase(paid, ['fod'], byWebhook, noon);
      await ledger.write([], () => giveBack.run(noon));
      await checkOut(atHome);
      shop.now = days(2);
      await checkOut(atHome);
      expect(statuses()).toEqual(['open', 'open', 'open']);
      expect(shop.asked).toEqual([]);
    });
  });

  describe('when the older payment page was completed before it could be closed', () => {
    const orderPage = { redirect_url: 'https://shop.example/shop/success?session_id=cs_1&again=1' };
    it.each([
      ['and paid', 'paid', false],
      ['and paid and recorded', 'paid', true],
      ['and the money is on its way', 'unpaid', false],
    ])('%s, the buyer is led to that order, once', async (_name, paymentStatus, isRecorded) => {
      await checkOut(atHome);
      Object.assign(shop.sessions[0] ?? {}, { status: 'complete', paymentStatus });
      if (isRecorded) {
        const paid = purchaseOf({ checkoutSessionId: 'cs_1' });
        await ledgerVerbs(ledger).recordPurchase(paid, ['fod'], byWebhook, noon);
      }
      expect(await checkOut(atHome)).toEqual(orderPage);
      expect(outcomes()).toEqual(['complete']);
      // A buyer who insists may.
      expect(await checkOut(atHome)).toEqual(payPage('cs_3'));
      expect(statuses()).toEqual(['complete', 'expired', 'open']);
    });

    it('and the payment failed, the newer one is opened', async () => {
      await checkOut(atHome);
      Object.assign(shop.sessions[0] ?? {}, { status: 'complete', paymentFailed: true });
      expect(await checkOut(atHome)).toEqual(payPage('cs_2'));
      expect(outcomes()).toEqual(['was_over']);
    });
  });

  it('A provider that will not close the older one does not hold up the sale; it is logged, counted, and tried again', async () => {
    await checkOut(atHome);
    const fails = { expireCheckoutSession: () => Promise.reject(new Error('down')) };
    expect(await checkOut(atHome, ['fod'], fails)).toEqual(payPage('cs_2'));
    expect(statuses()).toEqual(['open', 'open']);
    expect(outcomes()).toEqual(['not_closed']);
    expect(shop.logged).toEqual([
      { level: 'warn', fields: expect.objectContaining({ checkoutSession: 'cs_1' }) },
    ]);
    await checkOut(atHome);
    expect(statuses()).toEqual(['expired', 'expired', 'open']);
  });

  it('A repeated call for the same page closes nothing, and its browser is the one that got the answer', async () => {
    await checkOut(elsewhere);
    const same = {
      createCheckoutSession: async () => ({ ...newSession(), id: 'cs_1', url: 'https://pay.example/cs_1' }),
    };
    expect(await checkOut(atHome, ['fod'], same)).toEqual(payPage('cs_1'));
    expect(shop.asked).toEqual([]);
    await checkOut(atHome);
    expect(shop.asked).toEqual([['expireCheckoutSession', 'cs_1']]);
    // And once it was replaced, a late repetition is told so instead of being led to a closed page.
    await expect(checkOut(atHome, ['fod'], same)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('Two tabs that go to pay at the same moment end with one open page', async () => {
    await Promise.all([checkOut(atHome), checkOut(atHome), checkOut(atHome)]);
    expect(statuses().toSorted()).toEqual(['expired', 'expired', 'open']);
  });

  it('A browser is known as the one that opened a page for 30 days, and then the page is forgotten', async () => {
    await checkOut({ ...atHome, account: anna });
    const rows = query('SELECT {columns} FROM opened_checkouts', {
      accountId: nullable(text),
      browserHash: text,
    });
    const [row] = await ledger.read(() => rows.all());
    expect(row?.accountId).toBe(anna.id);
    // A digest, so that a copy of the table is no proof.
    const hash = row?.browserHash ?? '';
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const isKnown = (browserHash: string, at: Date) =>
      ledger.read(() => wasOpenedBy('cs_1', browserHash, null, at));
    expect(await isKnown(hash, minutes(-1, days(30)))).toBe(true);
    expect(await isKnown(hash, days(30))).toBe(false);
    expect(await isKnown(atHome.browserId, noon)).toBe(false);
    await ledger.amend(() => removeOldCheckouts(minutes(-1, days(30))));
    expect(await ledger.read(() => rows.all())).toHaveLength(1);
    await ledger.amend(() => removeOldCheckouts(days(30)));
    expect(await ledger.read(() => rows.all())).toEqual([]);
  });

  it('What an erased account opened is forgotten, and what it opens with an old token is a guest’s', async () => {
    await checkOut({ ...atHome, account: anna });
    await ledgerVerbs(ledger).completeErasure(anna.id, noon);
    await checkOut({ ...atHome, account: anna });
    const rows = query('SELECT {columns} FROM opened_checkouts', { accountId: nullable(text) });
    expect(await ledger.read(() => rows.all())).toEqual([{ accountId: null }]);
    await ledger.amend(() => closeCheckout('cs_2', null, noon));
  });
});
