import type { CheckoutSession, ReceivedEvent } from '#server/buying/payment-provider.ts';
import type { DisputeFact, PaymentFact, RefundFact } from '#server/buying/refunds-and-disputes.ts';
import { catalogue } from '#shared/catalogue.ts';
import { awaitsFunds } from '#shared/refund-words.ts';

/** Placeholders: every fact gets the time of its event. */
const unstamped = { asOf: new Date(0), countedAt: null };

/** One event at the provider; steps that are impossible in the present state are skipped. */
export interface Step {
  what: (typeof happenings)[number];
  /** Selects the refund, dispute or product, and the amount. */
  pick: number;
  /** Seconds that pass before it. */
  after: number;
}
export const happenings = [
  ...['refund part', 'refund part', 'refund rest', 'refund rest', 'refund a product', 'ask where to refund'],
  ...['move a refund on', 'fail a refund', 'fail a refund', 'cancel a refund', 'say it again'],
  ...[
    'dispute',
    'dispute',
    'inquire',
    'move a dispute on',
    'win',
    'lose',
    'lose',
    'appeal',
    'close an inquiry',
  ],
] as const;
export const payments = ['pay', 'pay', 'pay later and succeed', 'pay later and fail', 'expire'] as const;

const nextRefundStatus: Record<string, string> = {
  requires_action: awaitsFunds,
  [awaitsFunds]: 'pending',
  pending: 'succeeded',
};
const nextDisputeStatus: Record<string, string> = {
  warning_needs_response: 'warning_under_review',
  warning_under_review: 'needs_response',
  warning_closed: 'needs_response',
  needs_response: 'under_review',
  appeal_needs_response: 'appeal_under_review',
};
/** Statuses of an undecided dispute. */
export const undecided = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'];

/** The course of a sale at the provider. */
export interface Sale {
  session: CheckoutSession;
  events: ReceivedEvent[];
  facts: Map<string, PaymentFact>;
}

/**
 * Simulates one sale at the provider: the session's end, every refund and dispute, and all events in their true order.
 */
export function playSale(
  id: string,
  email: string,
  accountId: string | null,
  products: number[],
  payment: (typeof payments)[number],
  steps: readonly Step[],
): Sale {
  const lines = [...new Set(products)].flatMap((index) => {
    const product = catalogue[index % catalogue.length];
    return product ? [{ productId: product.id, priceOre: product.priceOre }] : [];
  });
  const totalOre = lines.reduce((sum, { priceOre }) => sum + priceOre, 0);
  const paymentIntentId = `pi_${id}`;
  let seconds = 1_793_500_000;
  const events: ReceivedEvent[] = [];
  const facts = new Map<string, PaymentFact>();
  const emit = (type: string, subject: ReceivedEvent['subject'], objectId: string) =>
    events.push({
      event: { id: `evt_${id}_${events.length}`, type, objectId, createdAt: new Date(seconds * 1000) },
      subject,
    });

  const session: CheckoutSession = {
    id: `cs_${id}`,
    paymentStatus: 'unpaid',
    status: 'open',
    paymentFailed: false,
    paymentIntentId,
    email,
    accountId,
    isGift: false,
    lines,
    totalOre,
    currency: 'sek',
    paidAmount: null,
    paymentPage: null,
    recoveryPage: null,
    recoveredFrom: null,
    paidCurrency: null,
    live: false,
    createdAt: new Date(seconds * 1000),
    chargedAt: null,
    consentText: null,
    termsVersion: null,
    country: null,
    vatOre: null,
    makesInvoice: false,
  };
  const tell = (type: string, change: Partial<CheckoutSession>) => {
    Object.assign(session, change);
    emit(type, { kind: 'checkout_session', session: { ...session } }, session.id);
  };
  if (payment === 'expire') tell('checkout.session.expired', { status: 'expired' });
  else if (payment === 'pay') {
    tell('checkout.session.completed', { status: 'complete', paymentStatus: 'paid' });
  } else {
    tell('checkout.session.completed', { status: 'complete' });
    if (payment === 'pay later and fail') {
      tell('checkout.session.async_payment_failed', { paymentFailed: true });
    } else tell('checkout.session.async_payment_succeeded', { paymentStatus: 'paid' });
  }
  if (session.paymentStatus !== 'paid') return { session, events, facts };

  const put = (fact: PaymentFact) => {
    const asOf = new Date(seconds * 1000);
    const stamped = { ...fact, asOf, countedAt: fact.countedAt ?? asOf };
    facts.set(fact.id, stamped);
    emit(fact.kind, { kind: 'payment_fact', fact: stamped }, fact.id);
  };
  const refunds = () => [...facts.values()].filter((fact): fact is RefundFact => fact.kind === 'refund');
  const disputes = () => [...facts.values()].filter((fact): fact is DisputeFact => fact.kind === 'dispute');
  const left = () =>
    totalOre -
    refunds()
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amountOre }) => sum + amountOre, 0);
  const refund = (amountOre: number, status: string, productIds: string[] = []) => {
    if (amountOre <= 0 || amountOre > left()) return;
    const refundId = `re_${id}_${facts.size}`;
    put({ kind: 'refund', id: refundId, paymentIntentId, amountOre, status, productIds, ...unstamped });
  };
  const dispute = (status: string) => {
    const disputeId = `du_${id}_${facts.size}`;
    put({
      ...{ kind: 'dispute', id: disputeId, paymentIntentId, amountOre: totalOre, currency: 'sek', status },
      ...unstamped,
    });
  };
  const move = <F extends PaymentFact>(among: F[], pick: number, to: (fact: F) => string | undefined) => {
    const fact = among[pick % among.length];
    const status = fact && to(fact);
    // The only place where the provider's statuses go back, which never happens within one second.
    if (fact?.status === 'appeal_under_review') seconds += 1;
    if (fact && status) put({ ...fact, status, countedAt: fact.kind === 'refund' ? fact.countedAt : null });
  };

  for (const { what, pick, after } of steps) {
    seconds += after;
    const line = lines[pick % lines.length];
    const status = pick % 2 ? 'pending' : 'succeeded';
    switch (what) {
      case 'refund part':
        refund(1 + (pick % totalOre), status);
        break;
      case 'refund rest':
        refund(left(), status);
        break;
      case 'refund a product':
        if (line) refund(line.priceOre, status, [line.productId]);
        break;
      case 'ask where to refund':
        refund(left(), 'requires_action');
        break;
      case 'move a refund on':
        move(refunds(), pick, (fact) => nextRefundStatus[fact.status]);
        break;
      case 'fail a refund':
        move(refunds(), pick, (fact) =>
          ['pending', awaitsFunds, 'succeeded'].includes(fact.status) ? 'failed' : undefined,
        );
        break;
      case 'cancel a refund':
        move(refunds(), pick, (fact) => (fact.status === 'requires_action' ? 'canceled' : undefined));
        break;
      case 'say it again':
        move([...facts.values()], pick, (fact) => fact.status);
        break;
      case 'dispute':
        dispute('needs_response');
        break;
      case 'inquire':
        dispute('warning_needs_response');
        break;
      case 'move a dispute on':
        move(disputes(), pick, (fact) => nextDisputeStatus[fact.status]);
        break;
      case 'win':
        move(disputes(), pick, (fact) => (undecided.includes(fact.status) ? 'won' : undefined));
        break;
      case 'lose':
        move(disputes(), pick, (fact) => (undecided.includes(fact.status) ? 'lost' : undefined));
        break;
      case 'appeal':
        move(disputes(), pick, (fact) => (fact.status === 'lost' ? 'appeal_needs_response' : undefined));
        break;
      case 'close an inquiry':
        move(disputes(), pick, (fact) => (fact.status.startsWith('warning_') ? 'warning_closed' : undefined));
        break;
    }
  }
  return { session, events, facts };
}
