import type Stripe from 'stripe';
import type { Events } from './events.ts';
import { newBalanceTransaction } from './objects/balance-transaction.ts';
import { type Method, newCharge, newPaymentIntent, outcomeOf } from './objects/payment.ts';
import type { Records, SessionRecord } from './records.ts';
import { documentationOf } from './wire/errors.ts';

/** Payment intents and charges, with the events that their changes cause, in Stripe's order. */
export interface Payments {
  /** The session's intent; made, with its event, at the first attempt to pay. */
  intentOf(record: SessionRecord): Stripe.PaymentIntent;
  /** Charges at once. */
  charge(intent: Stripe.PaymentIntent, email: string, method: Method): void;
  decline(intent: Stripe.PaymentIntent, email: string): void;
  /** Starts a payment that settles later. */
  begin(intent: Stripe.PaymentIntent, email: string): void;
  settle(intentId: string): Stripe.PaymentIntent;
  fail(intentId: string): Stripe.PaymentIntent;
}

export function createPayments(records: Records, events: Events, now: () => Date): Payments {
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  const found = (intentId: string): { intent: Stripe.PaymentIntent; charge: Stripe.Charge } => {
    const intent = records.intents.get(intentId);
    const charge = records.charges.get(String(intent?.latest_charge));
    if (!intent || !charge) throw new Error(`the records lack payment ${intentId}`);
    return { intent, charge };
  };

  const keep = (intent: Stripe.PaymentIntent, charge: Stripe.Charge): void => {
    records.charges.put(charge.id, charge);
    records.intents.put(intent.id, intent);
  };

  const succeed = (intent: Stripe.PaymentIntent, charge: Stripe.Charge): void => {
    // Stripe's own European price for a card: 1.5 % and 1.80 SEK.
    const fee = Math.round(charge.amount * 0.015) + 180;
    const kind = charge.id.startsWith('py_') ? 'payment' : 'charge';
    const movement = newBalanceTransaction(kind, charge.amount, fee, charge.currency, charge.id, seconds());
    records.balance.put(movement.id, movement);
    Object.assign(charge, {
      amount_captured: charge.amount,
      balance_transaction: movement.id,
      captured: true,
      outcome: outcomeOf(true),
      paid: true,
      status: 'succeeded',
    } satisfies Partial<Stripe.Charge>);
    Object.assign(intent, {
      amount_received: charge.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      payment_method: charge.payment_method,
      processing: null,
      status: 'succeeded',
    } satisfies Partial<Stripe.PaymentIntent>);
    keep(intent, charge);
    events.record('charge.succeeded', charge);
    events.record('payment_intent.succeeded', intent);
  };

  const refuse = (
    intent: Stripe.PaymentIntent,
    charge: Stripe.Charge,
    code: 'card_declined' | 'payment_method_provider_decline',
  ): void => {
    const message = code === 'card_declined' ? 'Your card was declined.' : 'The payment failed.';
    Object.assign(charge, {
      failure_code: code,
      failure_message: message,
      outcome: outcomeOf(false),
      status: 'failed',
    } satisfies Partial<Stripe.Charge>);
    Object.assign(intent, {
      last_payment_error: {
        charge: charge.id,
        code,
        ...(code === 'card_declined' && { decline_code: 'generic_decline' }),
        doc_url: documentationOf(code),
        message,
        type: 'card_error',
      },
      latest_charge: charge.id,
      payment_method: null,
      processing: null,
      status: 'requires_payment_method',
    } satisfies Partial<Stripe.PaymentIntent>);
    keep(intent, charge);
    events.record('charge.failed', charge);
    events.record('payment_intent.payment_failed', intent);
  };

  return {
    intentOf({ session, intentData }) {
      const known =
        session.payment_intent === null ? undefined : records.intents.get(String(session.payment_intent));
      if (known) return known;
      const intent = newPaymentIntent(session, intentData, seconds());
      session.payment_intent = intent.id;
      records.intents.put(intent.id, intent);
      events.record('payment_intent.created', intent);
      return intent;
    },
    charge: (intent, email, method) => succeed(intent, newCharge(intent, email, method, seconds())),
    decline: (intent, email) => refuse(intent, newCharge(intent, email, 'card', seconds()), 'card_declined'),
    begin(intent, email) {
      const charge = newCharge(intent, email, 'bank_debit', seconds());
      Object.assign(intent, {
        latest_charge: charge.id,
        payment_method: charge.payment_method,
        status: 'processing',
      } satisfies Partial<Stripe.PaymentIntent>);
      keep(intent, charge);
      events.record('payment_intent.processing', intent);
      events.record('charge.pending', charge);
    },
    settle(intentId) {
      const { intent, charge } = found(intentId);
      succeed(intent, charge);
      return intent;
    },
    fail(intentId) {
      const { intent, charge } = found(intentId);
      refuse(intent, charge, 'payment_method_provider_decline');
      return intent;
    },
  };
}
