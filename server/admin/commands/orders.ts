// The commands `orders …` and `events …`: sales, and the payment provider's events about them.

import { InvalidArgumentError } from 'commander';
import type { OpenAttention } from '#server/buying/attention.ts';
import { eventOutcomes } from '#server/buying/webhook-events.ts';
import { bookTable, totalTable } from '#server/operating/book-tables.ts';
import { type Books, readBooks } from '#server/operating/books.ts';
import { declareWithdrawal } from '#server/operating/declare-withdrawal.ts';
import { disputeEvidence } from '#server/operating/dispute-evidence.ts';
import { type Event, listEvents, replayEvent } from '#server/operating/events.ts';
import { periodOf } from '#server/operating/figures.ts';
import { moveOrder, previewMove } from '#server/operating/move-order.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import {
  closeAttention,
  findOrders,
  listAttention,
  resendReceipt,
  resyncRecordedOrder,
  showOrder,
} from '#server/operating/operator-orders.ts';
import { nameRefund, refundOrder } from '#server/operating/refund-order.ts';
import { voidWithdrawal } from '#server/operating/void-withdrawal.ts';
import { movedGiftText } from '#shared/gift-standing.ts';
import { movedDoubleText } from '#shared/moved-double.ts';
import { creditNoteText, refundText } from '#shared/refund-words.ts';
import { resyncText } from '#shared/resync-words.ts';
import { command, destructive, flag, group, intoFile, option, reason, required } from '../command.ts';
import { tableOf } from '../display.ts';
import { writeNewFile } from '../files.ts';
import { orderLine, orderTable, orderText, withdrawnText } from '../order-text.ts';
import { collected, oneOf, wholeNumber } from '../tools.ts';

/** An order in words, so that whoever is asked about it sees a wrong id. @throws {Refusal} when it is not recorded here */
const named = async (needs: OperatorNeeds, order: string): Promise<string> =>
  orderLine((await showOrder(needs, order)).summary);

/** `orders …`: what was sold. */
export const orderCommands = group(
  'orders',
  'orders: find, show, move, refund, receipts, the books, disputes, open questions',
  command(
    'find <text>',
    'find orders by a part of the address, also of one before, of checkout session, payment or account',
    {
      run: async ({ needs, reading }, { text }) => findOrders(await needs(), text, reading('Searched days')),
      text: ({ orders }, ...given) => orderTable(orders, ...given),
      json: ({ orders }) => orders,
      notes: ({ orders, more }, { text }) => {
        if (more)
          return [
            `There are more: these are the newest ${orders.length}. Name more of it to find an older one.`,
          ];
        return orders.length > 0 || text.trim() === ''
          ? []
          : [
              'Only what is paid is recorded here. "orders resync" asks the payment provider, with the address of the order\'s page, its id (cs_…) or its payment (pi_…); "reconcile" looks for all that is missing.',
            ];
      },
    },
  ),
  command('show <order>', 'show an order (cs_… or pi_…) with its unlocks and all that happened to them', {
    run: async ({ needs }, { order }) => showOrder(await needs(), order),
    text: orderText,
  }),
  command(
    'resync <order>',
    'look an order (cs_… or pi_…) up at the payment provider and take in what it says now',
    {
      run: async ({ needs }, { order }) => resyncRecordedOrder(await needs(), order),
      text: (found) => `${resyncText(found)}\n`,
    },
  ),
  command(
    'resend-receipt <order>',
    "have the payment provider send the receipt again, to the order's address",
    {
      run: async ({ needs }, { order }) => resendReceipt(await needs(), order),
      text: ({ email }) => `The payment provider was asked to send the receipt to ${email}.\n`,
    },
  ),
  command('move <order>', 'give an order to whoever owns another address', {
    options: {
      ...destructive,
      to: required('<email>', 'the right address'),
      reason,
    },
    async run({ needs, agree }, { order, to, reason }) {
      await agree(async () => {
        const { email, anew } = await previewMove(await needs(), order, to);
        const { summary, gift, paidTwice } = await showOrder(await needs(), order);
        const goes = gift
          ? `It moves to ${email}. ${movedGiftText}`
          : `What it unlocks leaves whoever has it and waits for ${email}.`;
        return [
          orderLine(summary),
          goes,
          ...(anew.length > 0 ? [`It is unlocked anew: ${anew.join(', ')}.`] : []),
          ...paidTwice.map(movedDoubleText),
        ].join('\n');
      });
      return moveOrder(await needs(), order, to, reason);
    },
    text: ({ from, to }) => `Moved from ${from} to ${to}.\n`,
  }),
  command('refund <order>', 'give back all that is left of an order, or some of its products', {
    options: {
      ...destructive,
      reason,
      withdrawn: flag('only what the buyer withdrew from, at its price'),
      products: option('<ids>', 'only these, separated by commas, at their prices', collected),
    },
    async run({ needs, agree }, { order, reason, withdrawn, products }) {
      if (withdrawn && products) throw new InvalidArgumentError('Name --withdrawn or --products, not both.');
      const goes = withdrawn
        ? 'What its buyer withdrew from is paid back'
        : products
          ? `What goes back is ${products.join(' and ')}`
          : 'Its payment goes back to its buyer';
      await agree(async () => `${await named(await needs(), order)}\n${goes}, and its unlocks end.`);
      return refundOrder(await needs(), order, {
        what: withdrawn ? 'withdrawn' : (products ?? 'all'),
        reason,
      });
    },
    text: (refund) => `${refundText(refund)}\n`,
    notes: ({ invoiceId }) => (invoiceId === null ? [] : [creditNoteText(invoiceId)]),
  }),
  command('name-refund <order> <refund>', 'say what a refund (re_…) of a part was for: its unlocks end', {
    options: { ...destructive, products: required('<ids>', 'what, separated by commas', collected), reason },
    async run({ needs, agree }, { order, refund: refundId, products: productIds, reason }) {
      await agree(
        async () => `${await named(await needs(), order)}\nThe unlocks of ${productIds.join(' and ')} end.`,
      );
      return nameRefund(await needs(), order, { refundId, productIds, reason });
    },
    text: ({ refundId, productIds }) => `${refundId} was for ${productIds.join(' and ')}.\n`,
  }),
  command('withdraw <order>', 'declare a withdrawal that its buyer has sent by mail, in time', {
    options: {
      ...destructive,
      name: required('<name>', 'who withdraws, as they wrote it'),
      email: required('<email>', 'where the acknowledgement goes'),
      received: required('<day>', 'the day it reached you, or the time, such as 2026-11-12T14:05+01:00'),
      reason,
    },
    async run(tools, { order, reason, name, email, received }) {
      const { needs, config } = await tools.work();
      const statement = { name, email, received };
      const declare = (confirm: boolean) =>
        declareWithdrawal({ ...needs, facts: config.facts }, order, statement, { reason, confirm });
      await tools.agree(
        async () =>
          `${await named(needs, order)}\nIt will be ${withdrawnText(await declare(false))}. The acknowledgement goes to ${email}.`,
      );
      return declare(true);
    },
    text: (declared) => `${declared.received?.reference}: ${withdrawnText(declared)}.\n`,
  }),
  command(
    'void-withdrawal <order> <reference>',
    'a withdrawal (W-…) that was not its buyer’s: it does not count',
    {
      options: { ...destructive, reason },
      async run({ needs, agree }, { order, reference, reason }) {
        await agree(
          async () =>
            `${await named(await needs(), order)}\nThe withdrawal ${reference} does not count: the order is as it was before it, and its buyer may still withdraw.`,
        );
        return voidWithdrawal(await needs(), order, reference, reason);
      },
      text: ({ reference }) => `${reference} does not count any more.\n`,
    },
  ),
  command('export', 'the books as CSV: sales, refunds and lost disputes; days are those of Stockholm', {
    options: {
      since: option('<day>', 'the first day; 30 days back by default'),
      until: option('<day>', 'the last day; today by default'),
      totals: flag('the sums by country, VAT rate and quarter of sale instead of the lines'),
      out: intoFile,
    },
    async run(tools, { since, until, totals, out }) {
      const { needs, config } = await tools.work();
      const period = periodOf(since, until, tools.clock());
      const books = await readBooks(needs, period, !config.stripe.testMode, tools.reading('Read days'));
      if (out !== undefined) await writeNewFile(out, asCsv(books, totals));
      return books;
    },
    text: (books, { totals, out }) => (out === undefined ? asCsv(books, totals) : ''),
    notes: ({ entries }, { out }) => (out === undefined ? [] : [`${entries.length} lines in ${out}.`]),
  }),
  command(
    'evidence <order>',
    'what is known of an order that answers a dispute, under the names of the form',
    {
      options: { out: intoFile },
      async run({ needs }, { order, out }) {
        const evidence = await disputeEvidence(await needs(), order);
        if (out !== undefined) await writeNewFile(out, evidence.text);
        return evidence;
      },
      text: ({ text }, { out }) => (out === undefined ? text : ''),
      notes: (_, { out }) => (out === undefined ? [] : [`The evidence is in ${out}.`]),
    },
  ),
  command('attention', 'list orders that wait for a decision', {
    run: async ({ needs }) => listAttention(await needs()),
    text: tableOf<OpenAttention>({
      order: 'checkoutSessionId',
      reason: 'reason',
      about: 'subject',
      since: 'raisedAt',
    }),
  }),
  command('resolve <session> <what> <about>', 'close one of them, as "orders attention" lists it', {
    options: { reason: required('<text>', 'what was decided, for the record') },
    async run({ needs }, { session: checkoutSessionId, what, about: subject, reason }) {
      const resolved = { checkoutSessionId, reason: what, subject };
      await closeAttention(await needs(), resolved, reason);
      return { resolved };
    },
    text: () => 'Closed.\n',
  }),
);

/** `events …`: the payment provider's events. */
export const eventCommands = group(
  'events',
  "the ledger of the payment provider's events",
  command('list', 'list events, the newest first', {
    options: {
      type: option('<type>', 'for example checkout.session.completed'),
      outcome: option('<outcome>', `one of: ${eventOutcomes.join(', ')}`, oneOf(eventOutcomes)),
      most: option('<number>', 'at most so many', wholeNumber, 50),
    },
    run: async ({ needs }, filter) => listEvents(await needs(), filter),
    text: tableOf<Event>({
      event: 'id',
      type: 'type',
      about: 'objectId',
      outcome: 'outcome',
      'brought by': 'broughtBy',
      received: 'receivedAt',
    }),
    notes: (found, { type }) =>
      found.length > 0 || type === undefined
        ? []
        : [`No event of the type ${type} is recorded like this. "events list" shows those that are.`],
  }),
  command('replay <event>', 'fetch an event (evt_…) from the payment provider and take it in once more', {
    run: async ({ needs }, { event }) => replayEvent(await needs(), event),
    text: ({ type, outcome }) => `${type}: ${outcome}\n`,
  }),
);

const asCsv = (books: Books, totals: true | undefined): string | AsyncIterable<string> =>
  totals ? totalTable(books.totals) : bookTable(books.entries);
