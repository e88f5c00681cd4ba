import type { Command } from 'commander';
import { chargedOf } from '#server/buying/order-status.ts';
import type { OpenAttention } from '#server/buying/records.ts';
import { listEvents, replayEvent } from '#server/operating/events.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import {
  closeAttention,
  findOrders,
  listAttention,
  type OrderDetails,
  resendReceipt,
  resyncRecordedOrder,
  showOrder,
} from '#server/operating/operator-orders.ts';
import type { OrderSummary } from '#server/operating/order-summaries.ts';
import { refundOrder } from '#server/operating/refund-order.ts';
import { formatCharged } from '#shared/presentment.ts';
import { amount, facts, moment, table } from '../display.ts';
import { destructive, does, exitCodes, leaf, type Session, wholeNumber } from '../tools.ts';

/** `orders …` and `events …`: what was sold, and what the payment provider told of it. */
export function orderCommands(program: Command, session: Session): void {
  const orders = program
    .command('orders')
    .description('orders: find, show, resync, move, receipts, open questions');

  does(
    session,
    leaf(orders, 'find <text>', 'find orders by a part of the address, checkout session, payment or account'),
    async (tools, [text = '']) => {
      const found = await findOrders((await tools.work()).needs, text);
      tools.show(found, orderTable(found));
    },
  );

  does(
    session,
    leaf(
      orders,
      'show <order>',
      'show an order (cs_… or pi_…) with its unlocks and all that happened to them',
    ),
    async (tools, [id = '']) => {
      const details = await showOrder((await tools.work()).needs, id);
      tools.show(details, describe(details));
    },
  );

  does(
    session,
    leaf(
      orders,
      'resync <session>',
      'look an order (cs_…) up at the payment provider and take in what it says now',
    ),
    async (tools, [id = '']) => {
      const result = await resyncRecordedOrder((await tools.work()).needs, id);
      tools.show(result, `${result.outcome}, ${result.news} refunds or disputes told something new.\n`);
    },
  );

  does(
    session,
    leaf(
      orders,
      'resend-receipt <order>',
      "have the payment provider send the receipt again, to the order's address",
    ),
    async (tools, [id = '']) => {
      const result = await resendReceipt((await tools.work()).needs, id);
      tools.show(result, `The payment provider was asked to send the receipt to ${result.email}.\n`);
    },
  );

  does<{ to: string; reason: string }>(
    session,
    destructive(leaf(orders, 'move <order>', 'give an order to whoever owns another address'))
      .requiredOption('--to <email>', 'the right address')
      .requiredOption('--reason <text>', 'why, for the record'),
    async (tools, [id = ''], { to, reason }) => {
      await tools.agree(`What the order ${id} unlocks leaves whoever has it and waits for ${to}.`);
      const move = await moveOrder((await tools.work()).needs, id, to, reason);
      tools.show(move, `Moved from ${move.from} to ${move.to}.\n`);
    },
  );

  does<{ reason: string }>(
    session,
    destructive(leaf(orders, 'refund <order>', 'give back all that is left of an order')).requiredOption(
      '--reason <text>',
      'why, for the record',
    ),
    async (tools, [id = ''], { reason }) => {
      await tools.agree(`The payment of the order ${id} goes back to its buyer, and its unlocks end.`);
      const refund = await refundOrder((await tools.work()).needs, id, reason);
      tools.show(
        refund,
        `${amount(refund.amountOre, 'sek')} given back: ${refund.refundId}, ${refund.status}.\n`,
      );
    },
  );

  does(session, leaf(orders, 'attention', 'list orders that wait for a decision'), async (tools) => {
    const open = await listAttention((await tools.work()).needs);
    const rows = open.map((item) => [
      item.checkoutSessionId,
      item.reason,
      item.subject,
      moment(item.raisedAt),
    ]);
    tools.show(open, table(['order', 'reason', 'about', 'since'], rows));
  });

  does<{ reason: string }>(
    session,
    leaf(
      orders,
      'resolve <session> <what> <about>',
      'close one of them, as "orders attention" lists it',
    ).requiredOption('--reason <text>', 'what was decided, for the record'),
    async (tools, [checkoutSessionId = '', what = '', subject = ''], { reason }) => {
      const item = { checkoutSessionId, reason: what as OpenAttention['reason'], subject };
      await closeAttention((await tools.work()).needs, item, reason);
      tools.show({ resolved: item }, 'Closed.\n');
    },
  );

  eventCommands(program, session);
}

function eventCommands(program: Command, session: Session): void {
  const events = program.command('events').description("the ledger of the payment provider's events");
  does<{ type?: string; outcome?: string; most: number }>(
    session,
    leaf(events, 'list', 'list events, the newest first')
      .option('--type <type>', 'for example checkout.session.completed')
      .option('--outcome <outcome>', 'for example fulfilled or waiting')
      .option('--most <number>', 'at most so many', wholeNumber, 50),
    async (tools, _args, filter) => {
      const list = await listEvents((await tools.work()).needs, filter);
      const rows = list.map((event) => [
        event.id,
        event.type,
        event.objectId ?? '',
        event.outcome,
        event.broughtBy,
        moment(event.receivedAt),
      ]);
      tools.show(list, table(['event', 'type', 'about', 'outcome', 'brought by', 'received'], rows));
    },
  );
  does(
    session,
    leaf(
      events,
      'replay <event>',
      'fetch an event (evt_…) from the payment provider and take it in once more',
    ),
    async (tools, [id = '']) => {
      const result = await replayEvent((await tools.work()).needs, id);
      tools.show(result, `${result.type}: ${result.outcome}\n`);
      return exitCodes.done;
    },
  );
}

/** Orders as lists show them. */
export function orderTable(orders: readonly OrderSummary[]): string {
  const rows = orders.map((order) => [
    moment(order.paidAt),
    order.checkoutSessionId,
    order.email,
    order.productIds.join('+'),
    amount(order.totalOre, order.currency),
    order.standing,
    order.live ? '' : 'test',
  ]);
  return table(['paid', 'order', 'address', 'products', 'total', 'standing', ''], rows);
}

function describe({ summary, order, grants, history, moves, attention }: OrderDetails): string {
  const { charged } = chargedOf(order.purchase);
  const sections = [
    facts([
      ['order', summary.checkoutSessionId],
      ['payment', summary.paymentIntentId],
      ['address', summary.email],
      ['account', summary.accountId],
      ['paid', moment(summary.paidAt)],
      ['total', amount(summary.totalOre, summary.currency)],
      ['charged as', charged ? formatCharged(charged) : null],
      ['standing', summary.standing],
      ['mode', summary.live ? 'real payment' : 'test payment'],
      ['consent', order.purchase.consentText],
      [
        'withdrawal',
        order.withdrawal && `${order.withdrawal.reference}, ${moment(order.withdrawal.receivedAt)}`,
      ],
    ]),
    table(
      ['product', 'price'],
      order.purchase.lines.map(({ productId, priceOre }) => [productId, amount(priceOre, summary.currency)]),
    ),
    ...[...order.refunds, ...order.disputes].map((fact) =>
      facts([[fact.kind, `${fact.id}, ${fact.status}, ${amount(fact.amountOre, summary.currency)}`]]),
    ),
    ...moves.map((move) =>
      facts([['moved', `${move.from} to ${move.to}, ${moment(move.at)}, ${move.actor}: ${move.reason}`]]),
    ),
    ...attention.map((item) =>
      facts([['open', `${item.reason} ${item.subject}, since ${moment(item.raisedAt)}`]]),
    ),
    table(
      ['unlocks', 'account', 'counts'],
      grants.map((grant) => [
        grant.adventureId,
        grant.accountId ?? '(waits for its address)',
        grant.revokedReason ?? grant.withheldReason ?? 'yes',
      ]),
    ),
    table(
      ['when', 'unlock', 'what', 'why', 'who', 'event'],
      history.map((event) => [
        moment(event.at),
        event.adventureId,
        event.what,
        event.reason,
        event.actor,
        event.eventId ?? '',
      ]),
    ),
  ];
  return sections.join('\n');
}
