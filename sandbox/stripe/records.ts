import type Stripe from 'stripe';
import type { Collection, DocumentStore } from '../documents.ts';
import type { IntentData } from './objects/payment.ts';
import type { LineItem, Session } from './objects/wire-types.ts';

export interface SessionRecord {
  session: Session;
  lines: LineItem[];
  intentData: IntentData;
  /** A payment on its way: how it will end, and when (Unix milliseconds). */
  settlement: { outcome: 'succeeded' | 'failed'; due: number } | null;
}

/** An event as it is kept and sent: a snapshot of its object at that moment. */
export interface EventRecord {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event['type'];
}

/** Everything the payment service knows. */
export interface Records {
  sessions: Collection<SessionRecord>;
  intents: Collection<Stripe.PaymentIntent>;
  charges: Collection<Stripe.Charge>;
  refunds: Collection<Stripe.Refund>;
  disputes: Collection<Stripe.Dispute>;
  balance: Collection<Stripe.BalanceTransaction>;
  products: Collection<Stripe.Product>;
  /** By the line's id: what is told of a line only when it is asked for. */
  lineTaxes: Collection<Stripe.LineItem.Tax[]>;
  invoices: Collection<Stripe.Invoice>;
  events: Collection<EventRecord>;
}

export function openRecords(store: DocumentStore): Records {
  return {
    sessions: store.collection('stripe.sessions'),
    intents: store.collection('stripe.payment_intents'),
    charges: store.collection('stripe.charges'),
    refunds: store.collection('stripe.refunds'),
    disputes: store.collection('stripe.disputes'),
    balance: store.collection('stripe.balance_transactions'),
    products: store.collection('stripe.products'),
    lineTaxes: store.collection('stripe.line_taxes'),
    invoices: store.collection('stripe.invoices'),
    events: store.collection('stripe.events'),
  };
}
