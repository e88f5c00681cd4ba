import { fulfilOrder } from '#server/buying/fulfil-order.ts';
import type { OperatorPayments, PaymentLedger, PaymentProvider } from '#server/buying/payment-provider.ts';
import { receiveWebhookEvent } from '#server/buying/receive-webhook-event.ts';
import { type ResyncResult, resyncOrder } from '#server/buying/resync-order.ts';
import type {
  EventOutcome,
  GrantEvent,
  OpenAttention,
  OrderGrant,
  RecordedOrder,
} from '#server/ledger/records.ts';
import { Refusal } from '#server/refusal.ts';
import type { Log } from '#server/runtime.ts';
import { isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { actionBy, type OperatorNeeds, subjectOf } from './operator-action.ts';
import type { OrderMove, OrderSummary } from './records.ts';

/** Orders that one search shows, at most. */
const mostOrdersFound = 50;

/** What talks to the payment provider needs besides. */
export interface OperatorOrderNeeds extends OperatorNeeds {
  payments: PaymentProvider;
  ledger: PaymentLedger;
  operatorPayments: OperatorPayments;
  log: Log;
}

/** Orders whose address, session, payment or account holds what was typed, the newest first. */
export async function findOrders(needs: OperatorNeeds, query: string): Promise<OrderSummary[]> {
  const wanted = query.includes('@') ? normaliseEmail(query) : query.trim();
  const found = await needs.store.findOrders(wanted, mostOrdersFound);
  await needs.store.noteAction(
    actionBy(needs, 'orders.find', { subject: subjectOf(wanted) || null, details: { found: found.length } }),
  );
  return found;
}

/** All that is known here of one order. */
export interface OrderDetails {
  summary: OrderSummary;
  order: RecordedOrder;
  grants: OrderGrant[];
  history: GrantEvent[];
  moves: OrderMove[];
  attention: OpenAttention[];
}

/** @throws {Refusal} `order_not_found` when the order is not recorded here */
export async function showOrder(needs: OperatorNeeds, sessionOrPayment: string): Promise<OrderDetails> {
  const { store } = needs;
  const summary = await recordedOrder(needs, sessionOrPayment);
  const id = summary.checkoutSessionId;
  const order = await store.findOrder(id);
  if (!order) throw notRecorded(id);
  const [{ grants, history }, moves, attention] = await Promise.all([
    store.orderGrants(id),
    store.orderMoves(id),
    store.openAttention(),
  ]);
  await store.noteAction(actionBy(needs, 'orders.show', { subject: id }));
  return {
    ...{ summary, order, grants, history, moves },
    attention: attention.filter(({ checkoutSessionId }) => checkoutSessionId === id),
  };
}

/**
 * Looks an order up at the payment provider and takes in what it says now: the payment, refunds and disputes.
 * @throws {Refusal} `order_not_found` when the provider has no such session
 * @throws {PaymentProviderUnavailable}
 */
export async function resyncRecordedOrder(
  needs: OperatorOrderNeeds,
  sessionId: string,
): Promise<ResyncResult> {
  const id = sessionId.trim();
  const result = await resyncOrder(needs, id, needs.actor);
  if (result.outcome === 'not_found') {
    throw new Refusal('order_not_found', `The payment provider has no checkout session ${id}.`);
  }
  await needs.store.noteAction(actionBy(needs, 'orders.resync', { subject: id, details: { ...result } }));
  return result;
}

/**
 * Gives an order to whoever owns another address, for a buyer who typed the wrong one. What it unlocks leaves the account
 * that has it and waits for the new address.
 * @throws {Refusal} when there is no such order, the address is none, or the order has it already
 */
export async function moveOrder(
  needs: OperatorNeeds,
  sessionOrPayment: string,
  to: string,
  reason: string,
): Promise<OrderMove> {
  const { checkoutSessionId, email: from } = await recordedOrder(needs, sessionOrPayment);
  const email = checkedEmail(to);
  if (email === from) throw new Refusal('invalid_email', `The order belongs to ${email} already.`, 'email');
  const action = actionBy(needs, 'orders.move', {
    subject: checkoutSessionId,
    reason: checkedReason(reason),
    details: { from: subjectOf(from), to: subjectOf(email) },
  });
  await needs.store.moveOrder(checkoutSessionId, email, action);
  return { from, to: email, reason: reason.trim(), actor: needs.actor, at: action.at };
}

/**
 * Has the payment provider send the receipt again, to the order's address.
 * @throws {Refusal} when the order is not recorded here, cost nothing, or has no successful charge
 * @throws {PaymentProviderUnavailable}
 */
export async function resendReceipt(
  needs: OperatorOrderNeeds,
  sessionOrPayment: string,
): Promise<{ checkoutSessionId: string; email: string }> {
  const { checkoutSessionId, paymentIntentId, email } = await recordedOrder(needs, sessionOrPayment);
  const sent = paymentIntentId !== null && (await needs.operatorPayments.sendReceipt(paymentIntentId, email));
  if (!sent) throw new Refusal('order_not_found', 'This order has no payment that a receipt could be for.');
  await needs.store.noteAction(actionBy(needs, 'orders.resend-receipt', { subject: checkoutSessionId }));
  return { checkoutSessionId, email };
}

/**
 * Closes something that waited for a person.
 * @throws {Refusal} `not_found` when nothing like it is open
 */
export async function resolveAttention(
  needs: OperatorNeeds,
  item: Pick<OpenAttention, 'checkoutSessionId' | 'reason' | 'subject'>,
  why: string,
): Promise<void> {
  const reason = checkedReason(why);
  if (!(await needs.store.resolveAttention(item, needs.actor, needs.clock()))) {
    throw new Refusal('not_found', 'Nothing like this is open: "orders attention" lists what is.');
  }
  await needs.store.noteAction(
    actionBy(needs, 'orders.resolve', { subject: item.checkoutSessionId, reason, details: { ...item } }),
  );
}

/**
 * Takes an event of the payment provider in once more, whatever became of it before.
 * @throws {Refusal} `not_found` when the provider does not have it (any more)
 * @throws {PaymentProviderUnavailable}
 */
export async function replayEvent(
  needs: OperatorOrderNeeds,
  eventId: string,
): Promise<{ id: string; type: string; outcome: EventOutcome }> {
  const { store, actor, clock } = needs;
  const received = await needs.operatorPayments.findEvent(eventId);
  if (!received) {
    throw new Refusal(
      'not_found',
      `The payment provider has no event ${eventId}; it keeps them for 30 days. "orders resync" looks at an order as it is now.`,
    );
  }
  const { event, subject } = received;
  const first = await receiveWebhookEvent(needs, received, actor);
  const outcome = first === 'seen_before' ? await again() : first;
  await store.noteAction(actionBy(needs, 'events.replay', { subject: event.id, details: { outcome } }));
  return { id: event.id, type: event.type, outcome };

  /** The ledger has it, so what it says is taken in without it. */
  async function again(): Promise<EventOutcome> {
    const cause = { by: actor, event: null };
    if (subject.kind === 'checkout_session') return fulfilOrder(needs, subject.session, cause);
    if (subject.kind === 'payment_fact') return store.recordPaymentFact(subject.fact, cause, clock());
    return 'ignored';
  }
}

async function recordedOrder({ store }: OperatorNeeds, sessionOrPayment: string): Promise<OrderSummary> {
  const id = sessionOrPayment.trim();
  const found = id === '' ? [] : await store.findOrders(id, 2);
  const exact = found.find((order) => order.checkoutSessionId === id || order.paymentIntentId === id);
  if (!exact) throw notRecorded(id);
  return exact;
}

function notRecorded(id: string): Refusal {
  return new Refusal(
    'order_not_found',
    `No order is recorded under ${id || 'nothing'}. Name its checkout session (cs_…) or payment (pi_…); "orders resync cs_…" looks for it at the payment provider.`,
  );
}

/** @throws {Refusal} `invalid_email` */
export function checkedEmail(typed: string): string {
  const email = normaliseEmail(typed);
  if (!isEmail(email)) throw new Refusal('invalid_email', `"${typed}" is no e-mail address.`, 'email');
  return email;
}

/** @throws {Refusal} `invalid_request` when there is none: whoever looks at it later needs one */
export function checkedReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '') throw new Refusal('invalid_request', 'Say why, in a few words.', 'reason');
  return reason;
}
