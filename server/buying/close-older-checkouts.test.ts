import { beforeEach, describe, expect, it } from 'vitest';
import { DatabaseFault } from '#server/ledger/ledger.ts';
import { accountLock, browserLock } from '#server/ledger/locks.ts';
import { nullable, text } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import { grantAdventures } from '#server/owning/grants.ts';
import { type Product, productById } from '#shared/catalogue.ts';
import { anna } from '#tests/support/accounts.ts';
import {
  byPage,
  days,
  minutes,
  noon,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { closeOlderCheckouts, unseenGift } from './close-older-checkouts.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { browserHashOf } from './opened-checkouts.ts';
import { PaymentProviderUnavailable } from './payment-provider.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
/** Opens a payment page of the same browser, and closes the older ones. */
const open = (id: string, products = ['fod'], over: object = {}, needs: object = {}) =>
  closeOlderCheckouts(
    { ...shop, ...needs },
    {
      checkoutSessionId: `cs_${id}`,
      accountId: null,
      browserHash: browserHashOf('a browser'),
      products: products.map((each) => productById(each) as Product),
      expiresAt: days(1),
      ...over,
    },
  );
const known = (id: string, over: object = {}) => shop.sessions.push(sessionOf({ id: `cs_${id}`, ...over }));
const expired = () =>
  shop.asked.flatMap(([what, id]) => (what === 'expireCheckoutSession' ? [String(id)] : []));
const outcomes = () =>
  shop.metered.flatMap(([name, outcome]) => (name === 'olderCheckout' ? [String(outcome)] : []));
const noted = () =>
  shop.rows('SELECT {columns} FROM opened_checkouts WHERE closed_at IS NOT NULL ORDER BY id', {
    checkoutSessionId: text,
    replacedBy: nullable(text),
  });

describe('a newer payment page for some of the same', () => {
  it('closes the older ones, whose place it takes', async () => {
    for (const id of ['1', '2']) known(id, { status: 'open', paymentStatus: 'unpaid' });
    await open('1', ['coc_aatt', 'fod']);
    await open('2', ['fod-pre-order']);
    expect(await open('3', ['bundle-pre-order'])).toBeNull();
    expect(expired()).toEqual(['cs_1', 'cs_2']);
    expect(await noted()).toEqual([
      { checkoutSessionId: 'cs_1', replacedBy: 'cs_2' },
      { checkoutSessionId: 'cs_2', replacedBy: 'cs_3' },
    ]);
    expect(outcomes()).toEqual(['expired', 'expired']);
  });

  it('leads to the order of a page that was opened again after it had expired, while its payment is on its way', async () => {
    await open('0', ['fod'], { expiresAt: minutes(-60) });
    const again = sessionOf({ id: 'cs_again', paymentStatus: 'unpaid', recoveredFrom: 'cs_0' });
    shop.sessions.push(again);
    await fulfilOrder(shop, again, byPage);
    expect(await open('new')).toBe('cs_again');
  });

  it('leaves alone what sells something else, what another buyer opened, and what is over', async () => {
    await open('else', ['fist']);
    await open('other', ['fod'], { browserHash: browserHashOf('another'), accountId: 'sub-bo' });
    await open('over', ['fod'], { expiresAt: minutes(-1) });
    expect(await open('new')).toBeNull();
    expect(shop.asked).toEqual([]);
  });

  it('finds the pages of an account in its other browsers too', async () => {
    known('1', { status: 'open' });
    await open('1', ['fod'], { accountId: anna.id, browserHash: browserHashOf('a phone') });
    await open('2', ['fod'], { accountId: anna.id });
    expect(expired()).toEqual(['cs_1']);
  });

  it('queues under the browser, and under the account that is signed in, so that of two at once one sees the other', async () => {
    await open('1');
    await open('2', ['fist'], { accountId: anna.id });
    const browser = browserLock(browserHashOf('a browser'));
    expect(shop.locks).toEqual([[browser], [browser, accountLock(anna.id)]]);
  });

  it('tells of an older one that was completed already, once, so that whoever insists can go on', async () => {
    known('1', { status: 'complete' });
    await open('1');
    expect(await open('2')).toBe('cs_1');
    // Look-ups of made-up ids must not delay this one.
    expect(shop.asked.at(-1)).toEqual(['findCheckoutSession', 'cs_1', 'is ours']);
    expect(await noted()).toEqual([{ checkoutSessionId: 'cs_1', replacedBy: null }]);
    expect(outcomes()).toEqual(['complete']);
    expect(await open('3')).not.toBe('cs_1');
  });

  it('tells nothing of one whose payment failed, that ran out by itself, or that the provider has no more', async () => {
    known('1', { status: 'complete', paymentFailed: true });
    known('2', { status: 'expired' });
    for (const id of ['1', '2', '3']) await open(id);
    expect(await open('4')).toBeNull();
    expect(outcomes()).toEqual(['was_over', 'was_over', 'was_over']);
  });

  it('is refused when it is a late repetition, whose place a newer one has taken', async () => {
    known('1', { status: 'open' });
    await open('1');
    await open('2');
    await expect(open('1')).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });
});

describe('the sale goes on', () => {
  it('when the provider does not answer: the older page stays open, and the next one asks again', async () => {
    known('1', { status: 'open' });
    await open('1');
    const expireCheckoutSession = () => Promise.reject(new PaymentProviderUnavailable('down'));
    const payments = { ...shop.payments, expireCheckoutSession };
    expect(await open('2', ['fod'], {}, { payments })).toBeNull();
    expect(outcomes()).toEqual(['not_closed']);
    expect(shop.logged).toMatchObject([
      { level: 'warn', fields: { checkoutSession: 'cs_1', newer: 'cs_2', err: { message: 'down' } } },
    ]);
    await open('3');
    expect(expired()).toContain('cs_1');
  });

  it('when the provider refuses to close an open page: it is not noted as closed, and the next one asks again', async () => {
    known('1', { status: 'open' });
    await open('1');
    const payments = { ...shop.payments, expireCheckoutSession: async () => false };
    expect(await open('2', ['fod'], {}, { payments })).toBeNull();
    expect(outcomes()).toEqual(['not_closed']);
    expect(await noted()).toEqual([]);
    expect(shop.logged).toMatchObject([
      { level: 'warn', fields: { checkoutSession: 'cs_1', newer: 'cs_2' } },
    ]);
    await open('3');
    expect(expired()).toContain('cs_1');
  });

  it('when the database does not take the note; other faults are not passed over', async () => {
    const write = (error: Error) => ({ ...shop.ledger, write: () => Promise.reject(error) });
    const full = new DatabaseFault('SQLITE_FULL', 'full', false, null);
    expect(await open('1', ['fod'], {}, { ledger: write(full) })).toBeNull();
    expect(shop.logged).toMatchObject([{ level: 'error', fields: { checkoutSession: 'cs_1', err: full } }]);
    const fault = new TypeError('a fault of ours');
    await expect(open('1', ['fod'], {}, { ledger: write(fault) })).rejects.toThrow(fault);
    expect(await open('1', ['fod'], { expiresAt: days(2, noon) })).toBeNull();
  });
});

describe('a gift that was paid, but whose giver may never have seen that', () => {
  const product = (id: string) => productById(id) as Product;
  const opened = (id: string, over: object = {}) => ({
    ...{ checkoutSessionId: `cs_${id}`, accountId: null, browserHash: browserHashOf('a browser') },
    ...{ products: [], expiresAt: days(1), ...over },
  });
  /** Opens another gift's page, and asks which order its buyer is led to. */
  const give = async (id: string, productIds = ['fod'], over: object = {}) => {
    await closeOlderCheckouts(shop, opened(id, over));
    return unseenGift(shop, opened(id, over), productIds.map(product));
  };
  const paid = async (over: object = {}) => {
    await closeOlderCheckouts(shop, opened('1'));
    await fulfilOrder(shop, sessionOf({ id: 'cs_1', isGift: true, ...over }), byPage);
  };

  it('is shown once to whoever gives the same again, and then another one may be bought', async () => {
    await paid();
    expect(await give('2')).toBe('cs_1');
    expect(await give('3')).toBeNull();
    expect(expired()).toEqual([]);
  });

  it('is not shown to others, for something else, a day later, when its page was not a gift’s, or once it was given back', async () => {
    await paid();
    expect(await give('2', ['fist'])).toBeNull();
    expect(await give('3', ['fod'], { browserHash: browserHashOf('another') })).toBeNull();
    await shop.verbs.recordPaymentFact(refundOf(), byPage, noon);
    expect(await give('4')).toBeNull();
    await closeOlderCheckouts(shop, opened('5', { expiresAt: minutes(-1) }));
    await fulfilOrder(shop, sessionOf({ id: 'cs_5', paymentIntentId: 'pi_5', isGift: true }), byPage);
    expect(await give('6')).toBeNull();
    await closeOlderCheckouts(shop, opened('7'));
    await fulfilOrder(shop, sessionOf({ id: 'cs_7', paymentIntentId: 'pi_7' }), byPage);
    expect(await give('8')).toBeNull();
  });

  it.each(['sender', 'message', 'recipient'])('is not shown once its card has its %s', async (part) => {
    await paid();
    await shop.ledger.amend(() => command(`UPDATE gifts SET ${part} = 'x@example.com'`).run());
    expect(await give('2')).toBeNull();
  });

  it('is not shown once it was opened', async () => {
    await paid();
    const grant = {
      adventureId: 'fod',
      accountId: 'sub-bo',
      email: null,
      purchaseId: 1,
      grantedAt: noon,
    } as const;
    await shop.ledger.amend(() => grantAdventures('purchase', [grant], byPage, noon));
    expect(await give('2')).toBeNull();
  });
});
