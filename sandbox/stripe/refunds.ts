import type Stripe from 'stripe';
import type { Cause, Events } from './events.ts';
import { newBalanceTransaction } from './objects/balance-transaction.ts';
import { newRefund } from './objects/refund.ts';
import type { Records } from './records.ts';
import { noSuch, refused } from './wire/errors.ts';

interface RefundRequest {
  chargeId: string;
  /** Minor units; all that is left when absent. */
  amount?: number | undefined;
  reason?: Stripe.Refund.Reason | undefined;
  metadata?: Record<string, string> | undefined;
}

export interface Refunds {
  /** @throws StripeApiError when the charge cannot give back that much */
  create(request: RefundRequest, cause: Cause): Stripe.Refund;
  /** @throws StripeApiError 404 */
  find(id: string): Stripe.Refund;
  update(id: string, metadata: Record<string, string>, cause: Cause): Stripe.Refund;
  /** The buyer's bank sends the money back: the charge counts as not refunded again. */
  fail(id: string): Stripe.Refund;
  /**
   * Whether the shop's balance covers refunds from now on. Those that waited for it are paid.
   * @returns the refunds that were paid
   */
  setCovered(isCovered: boolean): Stripe.Refund[];
  /** Refunds of a charge that wait for the balance fail when it is disputed. */
  failWaiting(chargeId: string): void;
  /** @throws StripeApiError always: a refund to a card cannot be cancelled once it is made */
  cancel(id: string): never;
}

/** A refund that the shop's balance does not cover (docs.stripe.com/refunds). */
const waiting = { status: 'pending', pending_reason: 'insufficient_funds' } as const;

/** Refunds, with the events that they cause. */
export function createRefunds(records: Records, events: Events, now: () => Date): Refunds {
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  const find = (id: string): Stripe.Refund => {
    const refund = records.refunds.get(id);
    if (!refund) throw noSuch('refund', id, 'refund');
    return refund;
  };

  const move = (type: 'refund' | 'refund_failure', amount: number, refund: Stripe.Refund): string => {
    const movement = newBalanceTransaction(type, amount, 0, refund.currency, refund.id, seconds());
    records.balance.put(movement.id, movement);
    return movement.id;
  };

  const adjust = (charge: Stripe.Charge, by: number): void => {
    charge.amount_refunded += by;
    charge.refunded = charge.amount_refunded === charge.amount;
    records.charges.put(charge.id, charge);
  };

  const fail = (id: string, reason: string): Stripe.Refund => {
    const refund = find(id);
    if (refund.status === 'failed') throw refused(`Refund ${id} has already failed.`);
    const charge = records.charges.get(String(refund.charge));
    if (!charge) throw noSuch('charge', String(refund.charge), 'charge');
    const { status, pending_reason: why } = refund;
    const previous = { status, ...(why && { pending_reason: why }) };
    refund.status = 'failed';
    delete refund.pending_reason;
    refund.failure_reason = reason;
    if (!why) refund.failure_balance_transaction = move('refund_failure', refund.amount, refund);
    records.refunds.put(id, refund);
    adjust(charge, -refund.amount);
    events.record('refund.updated', refund, undefined, previous);
    events.record('charge.refund.updated', refund, undefined, previous);
    events.record('refund.failed', refund);
    return refund;
  };

  /** Inquiries leave a charge refundable (docs.stripe.com/disputes/how-disputes-work#inquiries). */
  const isOnlyAskedAbout = (chargeId: string): boolean =>
    records.disputes
      .values()
      .filter(({ charge }) => charge === chargeId)
      .every(({ is_charge_refundable: isRefundable }) => isRefundable);

  let isCovered = true;
  const pay = (refund: Stripe.Refund): void => {
    refund.balance_transaction = move('refund', -refund.amount, refund);
    records.refunds.put(refund.id, refund);
  };

  return {
    find,
    create({ chargeId, amount, reason, metadata }, cause) {
      const charge = records.charges.get(chargeId);
      if (!charge) throw noSuch('charge', chargeId, 'charge');
      if (charge.status !== 'succeeded')
        throw refused(
          `This charge (${charge.id}) is ${charge.status} and can't be refunded.`,
          'charge_not_refundable',
        );
      if (charge.refunded)
        throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
      if (charge.disputed && !isOnlyAskedAbout(chargeId))
        throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
      const left = charge.amount - charge.amount_refunded;
      const wanted = amount ?? left;
      if (wanted > left)
        throw refused(
          `Refund amount (${written(wanted, charge)}) is greater than unrefunded amount on charge (${written(left, charge)})`,
          undefined,
          'amount',
        );
      const refund = newRefund(charge, wanted, reason ?? null, metadata ?? {}, seconds());
      if (isCovered) pay(refund);
      else records.refunds.put(refund.id, { ...refund, ...waiting });
      const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
      adjust(charge, wanted);
      events.record('charge.refunded', charge, cause, previous);
      events.record('refund.created', find(refund.id), cause);
      return find(refund.id);
    },
    setCovered(covers) {
      isCovered = covers;
      const due = covers ? records.refunds.values().filter(({ status }) => status === 'pending') : [];
      return due.map(({ pending_reason: _, ...waited }) => {
        const refund: Stripe.Refund = { ...waited, status: 'succeeded' };
        pay(refund);
        events.record('refund.updated', refund, undefined, waiting);
        return refund;
      });
    },
    update(id, metadata, cause) {
      const refund = find(id);
      const previous = { metadata: refund.metadata };
      const merged = Object.entries({ ...refund.metadata, ...metadata }).filter(([, value]) => value !== '');
      refund.metadata = Object.fromEntries(merged);
      records.refunds.put(id, refund);
      events.record('refund.updated', refund, cause, previous);
      return refund;
    },
    fail: (id) => fail(id, 'lost_or_stolen_card'),
    failWaiting(chargeId) {
      const pending = records.refunds
        .values()
        .filter(({ charge, status }) => charge === chargeId && status === 'pending');
      for (const { id } of pending) fail(id, 'charge_for_pending_refund_disputed');
    },
    cancel(id) {
      const { status } = find(id);
      throw refused(
        `You can only cancel a refund with the status requires_action. This refund has the status ${status}.`,
        'refund_not_cancelable',
      );
    },
  };
}

function written(amount: number, { currency }: Stripe.Charge): string {
  return `${(amount / 100).toFixed(2)} ${currency}`;
}
