import type Stripe from 'stripe';
import type { Events } from './events.ts';
import { newBalanceTransaction } from './objects/balance-transaction.ts';
import { newDispute } from './objects/dispute.ts';
import { newId } from './objects/ids.ts';
import type { Records } from './records.ts';
import type { Refunds } from './refunds.ts';
import { noSuch, refused } from './wire/errors.ts';

type DisputeEnd = 'won' | 'lost' | 'warning_closed';

export interface Disputes {
  /**
   * The card holder disputes a charge, or only inquires, which moves no money.
   * @param options `presentment` for a dispute in the currency that the buyer was charged in; the balance is still moved in the
   * charge's
   * @throws StripeApiError unless it is paid and not yet disputed
   */
  open(
    chargeId: string,
    options?: { inquiry?: boolean | undefined; presentment?: boolean | undefined },
  ): Stripe.Dispute;
  /** The bank decides; an inquiry only ever closes. @throws StripeApiError for an unknown or closed dispute */
  close(disputeId: string, status: DisputeEnd): Stripe.Dispute;
  /** The card's bank warns of a charge before anybody disputes it. @throws StripeApiError unless it is paid and not disputed */
  warn(chargeId: string): Stripe.Radar.EarlyFraudWarning;
  /** @throws StripeApiError 404 */
  find(id: string): Stripe.Dispute;
}

/** Dispute fee in minor units, as Stripe takes it in SEK. */
const disputeFee = 20_000;

/** Disputes, with the events that they cause. */
export function createDisputes(
  records: Records,
  events: Events,
  refunds: Pick<Refunds, 'failWaiting'>,
  now: () => Date,
): Disputes {
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  const find = (id: string): Stripe.Dispute => {
    const dispute = records.disputes.get(id);
    if (!dispute) throw noSuch('dispute', id, 'dispute');
    return dispute;
  };

  /** Takes the charge from the balance, or gives it back. */
  const move = (dispute: Stripe.Dispute, sign: 1 | -1): void => {
    const charge = records.charges.get(String(dispute.charge));
    if (!charge) throw noSuch('charge', String(dispute.charge), 'charge');
    const movement = newBalanceTransaction(
      'adjustment',
      sign * charge.amount,
      -sign * disputeFee,
      charge.currency,
      dispute.id,
      seconds(),
    );
    records.balance.put(movement.id, movement);
    dispute.balance_transactions.push(movement);
  };

  const undisputed = (chargeId: string): Stripe.Charge => {
    const charge = records.charges.get(chargeId);
    if (!charge) throw noSuch('charge', chargeId, 'charge');
    if (charge.status !== 'succeeded' || charge.disputed)
      throw refused(
        `Charge ${chargeId} cannot be disputed: it is ${charge.disputed ? 'disputed' : charge.status}.`,
      );
    return charge;
  };

  return {
    find,
    warn(chargeId) {
      const charge = undisputed(chargeId);
      const warning: Stripe.Radar.EarlyFraudWarning = {
        id: newId('issfr_1'),
        object: 'radar.early_fraud_warning',
        actionable: !charge.refunded,
        charge: charge.id,
        created: seconds(),
        fraud_type: 'made_with_stolen_card',
        livemode: false,
        payment_intent: String(charge.payment_intent),
      };
      events.record('radar.early_fraud_warning.created', warning);
      return warning;
    },
    open(chargeId, { inquiry = false, presentment = false } = {}) {
      const charge = undisputed(chargeId);
      const dispute = newDispute(charge, charge.billing_details.email, seconds());
      const shown = presentment ? charge.presentment_details : null;
      if (shown)
        Object.assign(dispute, { amount: shown.presentment_amount, currency: shown.presentment_currency });
      if (inquiry) Object.assign(dispute, { status: 'warning_needs_response', is_charge_refundable: true });
      charge.disputed = true;
      records.charges.put(charge.id, charge);
      records.disputes.put(dispute.id, dispute);
      events.record('charge.dispute.created', dispute);
      if (inquiry) return dispute;
      refunds.failWaiting(charge.id);
      move(dispute, -1);
      records.disputes.put(dispute.id, dispute);
      events.record('charge.dispute.funds_withdrawn', dispute);
      return dispute;
    },
    close(disputeId, status) {
      const dispute = find(disputeId);
      if (['won', 'lost', 'warning_closed'].includes(dispute.status))
        throw refused(`Dispute ${disputeId} is already ${dispute.status}.`);
      if (dispute.status.startsWith('warning_') !== (status === 'warning_closed'))
        throw refused(`Dispute ${disputeId} is ${dispute.status} and cannot become ${status}.`);
      const previous = { status: dispute.status };
      dispute.status = status;
      if (status === 'won') move(dispute, 1);
      records.disputes.put(dispute.id, dispute);
      events.record('charge.dispute.closed', dispute, undefined, previous);
      if (status === 'won') events.record('charge.dispute.funds_reinstated', dispute);
      return dispute;
    },
  };
}
