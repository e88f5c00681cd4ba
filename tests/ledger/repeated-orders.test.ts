import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fulfilOrder } from '#server/buying/fulfil-order.ts';
import type { CheckoutSession } from '#server/buying/payment-provider.ts';
import { recordPurchase } from '#server/buying/purchases.ts';
import type { Purchase } from '#server/buying/records.ts';
import { unlockedOtherwise } from '#server/buying/repeated-orders.ts';
import { claimIfAnythingWaits } from '#server/claiming/claim-waiting.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Script } from '#server/ledger/script.ts';
import { listGrants, revokeGrant } from '#server/operating/customer-grants.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import {
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';

const byWebhook = { by: 'webhook', event: null } as const;

describe.each(engines)('what was paid twice, on $engine', ({ open }) => {
  let ledger: Ledger;
  let verbs: LedgerVerbs;
  beforeEach(async () => {
    ledger = await open(() => noon);
    verbs = ledgerVerbs(ledger);
  });
  afterEach(() => ledger.close());

  interface Sold extends Partial<Purchase> {
    unlocks?: AdventureId[];
  }
  const sell = (number: number, { unlocks = ['fod'], ...over }: Sold = {}) =>
    verbs.recordPurchase(
      purchaseOf({
        ...{ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}`, paidAt: minutes(number) },
        ...over,
      }),
      unlocks,
      byWebhook,
      noon,
    );
  const refund = (number: number, status = 'succeeded', at = noon) =>
    verbs.recordPaymentFact(
      refundOf({ id: `re_${number}`, paymentIntentId: `pi_${number}`, status, asOf: at }),
      byWebhook,
      noon,
    );
  const withdraw = (number: number) =>
    verbs.recordWithdrawal(`cs_${number}`, {
      ...{
        reference: `W-${number}`,
        name: 'Anna',
        email: anna.email,
        productIds: ['fod'],
        refundOre: 25_000,
      },
      ...{ confirmation: 'word for word', receivedAt: minutes(5) },
    });
  /** The orders with an open question because of an earlier one, and those that their buyers are told of. */
  const twice = async () => {
    const told: string[] = [];
    for (const number of [1, 2, 3, 4]) {
      const order = await verbs.findOrder(`cs_${number}`);
      if (order?.repeats) told.push(`cs_${number} ${order.repeats.checkoutSessionId}`);
    }
    const waiting = (await verbs.openAttention())
      .filter(({ reason }) => reason === 'paid_twice')
      .map(({ checkoutSessionId, subject }) => `${checkoutSessionId} ${subject}`);
    // Buyer and operator see the same.
    expect(waiting.toSorted()).toEqual(told);
    return told;
  };

  it.each([
    ['of one address', {}, {}],
    [
      'of one account, whatever the addresses',
      { accountId: anna.id },
      { accountId: anna.id, email: 'x@example.com' },
    ],
    ['of an account and, as a guest, its address', { accountId: anna.id }, {}],
  ])('is the later one of two orders %s, until the earlier one goes back', async (_name, first, second) => {
    await sell(1, first);
    await sell(2, second);
    expect(await twice()).toEqual(['cs_2 cs_1']);
    await refund(1);
    expect(await twice()).toEqual([]);
  });

  it.each([
    ['of another address', {}, { email: bo.email }],
    ['of another account with the same address', { accountId: anna.id }, { accountId: bo.id }],
    ['of other content', {}, { unlocks: ['fist'] }],
    ['that unlocks more', {}, { unlocks: ['fod', 'fist'] }],
    ['that unlocks nothing', {}, { unlocks: [] }],
  ])('is not an order %s', async (_name, first, second) => {
    await sell(1, first);
    await sell(2, second);
    expect(await twice()).toEqual([]);
  });

  it('is a part of what an earlier order unlocked, and not what two orders unlocked together', async () => {
    await sell(1, { unlocks: ['fod', 'fist'] });
    await sell(2, { unlocks: ['fist'] });
    await sell(3, { unlocks: ['coc_aatt'] });
    await sell(4, { unlocks: ['coc_aatt', 'fod'] });
    expect(await twice()).toEqual(['cs_2 cs_1']);
  });

  it('ends when either goes back, and comes up again when that refund fails', async () => {
    await sell(1);
    await sell(2);
    for (const number of [1, 2]) {
      await refund(number);
      expect(await twice()).toEqual([]);
      await refund(number, 'failed', minutes(1));
      expect(await twice()).toEqual(['cs_2 cs_1']);
    }
  });

  it('is not so while the bank looks into the earlier order, which then unlocks nothing', async () => {
    await sell(1);
    await sell(2);
    await verbs.recordPaymentFact(disputeOf(), byWebhook, noon);
    expect(await twice()).toEqual([]);
  });

  it('is not what is bought anew after a withdrawal, though the money has not gone back yet', async () => {
    await sell(1);
    await withdraw(1);
    await sell(2);
    expect(await twice()).toEqual([]);
  });

  it('ends when the buyer withdraws from the earlier order: withdrawing from both would leave nothing', async () => {
    await sell(1);
    await sell(2);
    await withdraw(1);
    expect(await twice()).toEqual([]);
  });

  it('stays so when the buyer withdraws from the later order: the earlier one still counts', async () => {
    await sell(1);
    await sell(2);
    await withdraw(2);
    expect(await twice()).toEqual(['cs_2 cs_1']);
  });

  it('takes the next earlier order into account when the first goes back', async () => {
    for (const number of [1, 2, 3]) await sell(number);
    expect(await twice()).toEqual(['cs_2 cs_1', 'cs_3 cs_1']);
    await refund(1);
    expect(await twice()).toEqual(['cs_3 cs_2']);
  });

  it('ends when an operator moves one of them to another address, and begins where it comes to', async () => {
    await sell(1);
    await sell(2);
    await sell(3, { email: bo.email });
    await moveOrder({ ledger, clock: () => noon, actor: 'operator:kim' }, 'cs_1', bo.email, 'a typing error');
    expect(await twice()).toEqual(['cs_3 cs_1']);
  });

  it('is the order that was paid later, although the other one was recorded after it', async () => {
    await sell(2);
    await sell(1);
    expect(await twice()).toEqual(['cs_2 cs_1']);
    // The reconciler finds the newest first: what was more than this when it was bought is not paid twice.
    await sell(4, { unlocks: ['fist', 'coc_aatt'] });
    await sell(3, { unlocks: ['fist'] });
    expect(await twice()).toEqual(['cs_2 cs_1']);
  });

  it.each([
    ['first', 1, 'cs_2 cs_1'],
    ['second', 2, 'cs_1 cs_2'],
  ])(
    'is the order that waits, when the %s one is opened on an account with another address',
    async (_, played, told) => {
      await sell(1);
      await sell(2);
      expect(await claimWith(ledger, bo, await newLink(ledger, `cs_${played}`, noon), noon)).toBe('ok fod');
      expect(await twice()).toEqual([told]);
      // What is told of a refund of either: the account keeps what it plays, and what waits for the address is not the account's.
      expect(await ledger.read(() => unlockedOtherwise(3 - played))).toEqual(['fod']);
      expect(await ledger.read(() => unlockedOtherwise(played))).toEqual([]);
      await refund(3 - played);
      expect(await twice()).toEqual([]);
      expect(await verbs.ownedGrants(bo, noon)).toHaveLength(1);
    },
  );

  it('is the order that waits, although the one on an account was paid and recorded after it', async () => {
    await sell(1);
    await sell(2, { accountId: anna.id });
    expect(await twice()).toEqual(['cs_1 cs_2']);
  });

  it('ends when the account that played the other one is deleted: what waits is all that is left', async () => {
    await sell(1);
    await sell(2);
    await claimWith(ledger, bo, await newLink(ledger, 'cs_2', noon), noon);
    await verbs.completeErasure(bo.id, noon);
    expect(await twice()).toEqual([]);
  });

  it('stays open when the account that paid twice is deleted: the money is owed all the same', async () => {
    await sell(1, { accountId: anna.id });
    await sell(2, { accountId: anna.id });
    await verbs.completeErasure(anna.id, noon);
    expect(await verbs.openAttention()).toMatchObject([{ checkoutSessionId: 'cs_2', subject: 'cs_1' }]);
  });

  it('is not what waits when more was bought later on an account, before and after the address is proved', async () => {
    await sell(1);
    await sell(2, { accountId: anna.id, unlocks: ['fod', 'fist'] });
    expect(await twice()).toEqual([]);
    await verbs.ownedGrants(anna, noon);
    expect(await twice()).toEqual([]);
  });

  it('is what waits when more was bought on an account before', async () => {
    await sell(1, { accountId: anna.id, unlocks: ['fod', 'fist'] });
    await sell(2);
    expect(await twice()).toEqual(['cs_2 cs_1']);
  });

  it('begins when the account proves the address of what it bought as a guest', async () => {
    await sell(1, { accountId: anna.id });
    await sell(2, { email: 'anna@work.example' });
    expect(await twice()).toEqual([]);
    await verbs.ownedGrants({ ...anna, email: 'anna@work.example' }, noon);
    expect(await twice()).toEqual(['cs_2 cs_1']);
  });

  it('ends when the owner of the address turns out to be somebody else', async () => {
    await sell(1, { accountId: bo.id });
    await sell(2);
    expect(await twice()).toEqual(['cs_2 cs_1']);
    await verbs.ownedGrants(anna, noon);
    expect(await twice()).toEqual([]);
  });

  it.each([1, 2])('ends when an operator takes what order %i of the two unlocked', async (number) => {
    await sell(1);
    await sell(2);
    const operator = { ledger, clock: () => noon, actor: 'operator:kim' } as const;
    const grants = await listGrants(operator, anna.email);
    const grant = grants.find(({ origin }) => origin === `cs_${number}`);
    await revokeGrant(operator, grant?.id ?? 0, 'a stolen card');
    expect(await twice()).toEqual([]);
  });

  it('is what the buyer kept of an earlier order and buys again, and not what they withdrew from', async () => {
    const mixed = [
      { productId: 'fod', priceOre: 25_000 },
      { productId: 'fist', priceOre: 25_000 },
    ];
    await sell(1, { lines: mixed, totalOre: 50_000, unlocks: ['fod', 'fist'] });
    await withdraw(1);
    await sell(2, { unlocks: ['fist'] });
    await sell(3, { unlocks: ['fod'] });
    await sell(4, { unlocks: ['fod', 'fist'] });
    expect(await twice()).toEqual(['cs_2 cs_1']);
  });

  it('is nothing for which no money was paid: an order of a test key, before the shop took real payments', async () => {
    await sell(1, { live: false });
    await sell(2, { live: true });
    expect(await twice()).toEqual([]);
    await sell(3, { live: true });
    expect(await twice()).toEqual(['cs_3 cs_2']);
  });

  it('stays closed when an operator has closed it: a second copy on purpose', async () => {
    await sell(1);
    await sell(2);
    const item = { checkoutSessionId: 'cs_2', reason: 'paid_twice' as const, subject: 'cs_1' };
    expect(await verbs.resolveAttention(item, 'operator:kim', noon)).toBe(true);
    await refund(1, 'failed', minutes(1));
    expect((await verbs.openAttention()).map(({ reason }) => reason)).toEqual(['refund_failed']);
  });

  it('stays closed too when it comes up with the roles turned', async () => {
    await sell(1);
    await sell(2, { accountId: anna.id });
    const item = { checkoutSessionId: 'cs_1', reason: 'paid_twice' as const, subject: 'cs_2' };
    expect(await verbs.resolveAttention(item, 'operator:kim', noon)).toBe(true);
    await verbs.ownedGrants(anna, noon);
    expect(await verbs.openAttention()).toEqual([]);
  });

  it('is the same in whatever order webhook and order page bring it, and is counted once', async () => {
    const shop = smallShop();
    const needs = { ...shop, ledger };
    const [first, second] = [1, 2].map((number) =>
      sessionOf({ id: `cs_${number}`, paymentIntentId: `pi_${number}` }),
    );
    if (!first || !second) throw new Error('There are two');
    const brought = [first, second, second, first].map((session, index) =>
      fulfilOrder(needs, session, { by: index % 2 ? 'order_page' : 'webhook', event: null }),
    );
    await Promise.all(brought);
    const [told] = await Promise.all([verbs.openAttention()]);
    expect(told).toHaveLength(1);
    expect(shop.metered.filter(([name]) => name === 'paidTwice')).toHaveLength(1);
    expect(shop.logged.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  /** Records them one after the other. @returns the double and the order that stays of each reported double payment */
  async function toldBy(...sessions: CheckoutSession[]): Promise<string[]> {
    const shop = smallShop();
    for (const session of sessions)
      await fulfilOrder({ ...shop, ledger }, session, { by: 'reconciler', event: null });
    const told = shop.logged.filter(({ level }) => level === 'warn');
    expect(shop.metered.filter(([name]) => name === 'paidTwice')).toHaveLength(told.length);
    return told.map(({ fields }) => `${fields['checkoutSession']} ${fields['stays']}`);
  }

  it.each([
    [
      [1, 2, 3],
      ['cs_2 cs_1', 'cs_3 cs_1'],
    ],
    [
      [3, 2, 1],
      ['cs_3 cs_2', 'cs_2 cs_1'],
    ],
    [
      [2, 3, 1],
      ['cs_3 cs_2', 'cs_2 cs_1'],
    ],
    [
      [2, 1, 3],
      ['cs_2 cs_1', 'cs_3 cs_1'],
    ],
  ])('is told once by the order that is recorded last, when they are recorded as %j', async (order, told) => {
    const sessions = order.map((number) =>
      sessionOf({ id: `cs_${number}`, paymentIntentId: `pi_${number}`, chargedAt: minutes(number) }),
    );
    expect(await toldBy(...sessions)).toEqual(told);
  });

  it('is told of two orders when the one recorded last is the earlier of both', async () => {
    const unlocking = (number: number, ...products: string[]) =>
      sessionOf({
        ...{ id: `cs_${number}`, paymentIntentId: `pi_${number}`, chargedAt: minutes(number) },
        lines: products.map((productId) => ({ productId, priceOre: 25_000 })),
      });
    expect(await toldBy(unlocking(2, 'fod'), unlocking(3, 'fist'), unlocking(1, 'fod', 'fist'))).toEqual([
      'cs_2 cs_1',
      'cs_3 cs_1',
    ]);
  });

  /** The number of queries of a transaction, for each run of it. */
  async function queriesOf(work: (counted: Ledger) => Promise<unknown>): Promise<number> {
    let queries = 0;
    function* counting<T>(script: Script<T>): Script<T> {
      queries = 0;
      let step = script.next();
      while (!step.done) {
        queries += 1;
        step = script.next(yield step.value);
      }
      return step.value;
    }
    await work({ ...ledger, write: (locks, script) => ledger.write(locks, () => counting(script())) });
    return queries;
  }

  it('costs an order no query more for each that its buyer has already, and a claim a few for each', async () => {
    const sale = (number: number) => (counted: Ledger) =>
      recordPurchase(
        counted,
        purchaseOf({
          checkoutSessionId: `cs_${number}`,
          paymentIntentId: `pi_${number}`,
          paidAt: minutes(number),
        }),
        ['fod'],
        byWebhook,
        noon,
      );
    const sold: number[] = [];
    for (let number = 1; number <= 16; number += 1) sold.push(await queriesOf(sale(number)));
    expect(sold.at(-1)).toBe(sold[1]);
    const claim = await queriesOf((counted) => claimIfAnythingWaits(counted, anna, noon));
    expect(claim).toBeLessThan(16 * 12);
  });

  it('is told by none of the orders of other things and of other buyers', async () => {
    await sell(1);
    await sell(3, { unlocks: ['fist'] });
    expect(await toldBy(sessionOf({ id: 'cs_4', paymentIntentId: 'pi_4', email: bo.email }))).toEqual([]);
  });
});
