/** The payment provider, as the use cases see it. Times are `Date`s, amounts integer öre, addresses normalised. */

import { Refusal } from '#server/refusal.ts';
import type { Product } from '#shared/catalogue.ts';
import type { PaymentFact } from './refunds-and-disputes.ts';

/** Facts of a checkout session, in our words. */
export interface CheckoutSession {
  id: string;
  /** The provider's payment status. An open set: only values known to mean settled count as settled. */
  paymentStatus: string;
  /** `open`, `complete` or `expired`. */
  status: string | null;
  /** True when the payment is known to have failed after the buyer had done their part. */
  paymentFailed: boolean;
  /** Where it can be paid while open. */
  paymentPage: string | null;
  /**
   * Where it can be reopened, as it was, for a time once it has expired (recovery). `null` also where it would ask for another
   * consent than the shop does now.
   */
  recoveryPage: string | null;
  /** The expired checkout session that this one was made from, when its buyer opened that one again. */
  recoveredFrom: string | null;
  paymentIntentId: string | null;
  /** Who paid, normalised; falls back to whom it was prepared for. */
  email: string | null;
  accountId: string | null;
  /** Bought to be given away. */
  isGift: boolean;
  /** What was sold, from the session's metadata; empty when another shop made the session. */
  lines: PurchaseLine[];
  totalOre: number;
  currency: string;
  /**
   * What the buyer was charged if the payment page showed another currency, in that currency's smallest unit; else
   * `null`, like the currency.
   */
  paidAmount: number | null;
  paidCurrency: string | null;
  live: boolean;
  createdAt: Date;
  /**
   * When its newest charge was made, UTC, which for a bank debit is days before it is paid; `null` where there is none, and in
   * events, which do not contain it.
   */
  chargedAt: Date | null;
  /** The text the buyer agreed to on the payment page, or `null` without consent. */
  consentText: string | null;
  /** The version of the terms that held when the session was made, `YYYY-MM-DD`. */
  termsVersion: string | null;
  /** The buyer's country, ISO 3166-1, where the provider knows it. */
  country: string | null;
  /** The VAT within the total, in öre, if the provider calculates it. */
  vatOre: number | null;
  /** Whether the provider makes an invoice of the sale once it is paid. */
  makesInvoice: boolean;
}

export interface PurchaseLine {
  productId: string;
  /** The price at the time of the sale, in öre. */
  priceOre: number;
  /** The VAT within the price, if the provider has calculated it. */
  vat?: LineVat;
}

/** The VAT of one line. */
export interface LineVat {
  ore: number;
  /** Parts per million: 255000 for 25.5 %. */
  ratePpm: number;
  /** The country where it is due, ISO 3166-1; `null` where none is due. */
  country: string | null;
}

/** What the provider's API returns about a paid session, and events do not contain. */
export interface CheckoutPapers {
  /** What was paid for each product, with its VAT. */
  lines: PurchaseLine[];
  /** The invoice, with a URL where it can be read for about a month; `null` while there is none. */
  invoice: { id: string; url: string | null } | null;
}

/** The state of an early fraud warning at one moment. */
export interface FraudWarning {
  id: string;
  paymentIntentId: string;
  /** Whether the provider thinks that a refund would still avoid the dispute. */
  isActionable: boolean;
  /** The provider's time of this state, UTC. */
  asOf: Date;
}

/** What is to be sold. */
export interface CheckoutOrder {
  products: readonly Product[];
  email: string;
  accountId: string | null;
  isGift: boolean;
  /** The site's origin, where the payment page sends the browser back to. */
  origin: string;
  /** Passed on to the provider, so that a retried request makes one session. */
  idempotencyKey: string | null;
}

/** @throws {PaymentProviderUnavailable} from every method when the provider cannot be reached or fails */
export interface PaymentProvider {
  /** @throws {Refusal} `idempotency_conflict` when the key was used before with another order */
  createCheckoutSession(order: CheckoutOrder): Promise<{ id: string; url: string; expiresAt: Date }>;
  /**
   * Closes a payment page (expires the session), so that it can no longer be paid. One attempt with a short time-out,
   * because a buyer waits.
   * @returns false when the provider did not: mostly because it was completed, or closed before
   */
  expireCheckoutSession(id: string): Promise<boolean>;
  /**
   * `null` when the provider has no such session.
   * @param options `isOurs`: our database says that the shop opened this session, so that a stranger did not make the id up.
   * Look-ups of made-up ids cannot delay this one then
   */
  findCheckoutSession(id: string, options?: { isOurs?: boolean }): Promise<CheckoutSession | null>;
  /**
   * The VAT of the lines and the invoice of a paid session. One attempt with a short time-out, because a sale waits.
   * @param makesInvoice whether there is to be an invoice: without one the key needs no permission to read invoices
   */
  findPapers(checkoutSessionId: string, makesInvoice: boolean): Promise<CheckoutPapers>;
  /**
   * When a payment that did not settle at once, such as a bank debit, was settled, UTC; `null` for any other, and once its
   * event is gone: the provider keeps them for 30 days.
   * @param chargedAt when its charge was made
   */
  settledAt(checkoutSessionId: string, chargedAt: Date): Promise<Date | null>;
}

/**
 * The payment provider's records, for the reconciler. Lists are read page by page as they are consumed.
 * @throws {PaymentProviderUnavailable} from every method and iteration when the provider cannot be reached or fails
 */
export interface PaymentBooks {
  /** The provider's own time, to the second. */
  now(): Promise<Date>;
  /** The events that matter here, delivered or not. The provider keeps 30 days of them. */
  events(since: Date): AsyncIterable<ReceivedEvent>;
  /** Completed checkout sessions that were opened since then. */
  completedSessions(since: Date): AsyncIterable<CheckoutSession>;
  /** Refunds and disputes that were made since then, as they are now. */
  paymentFacts(since: Date): AsyncIterable<PaymentFact>;
  /** All refunds and disputes of one payment, in their present state. */
  paymentFactsOf(paymentIntentId: string): AsyncIterable<PaymentFact>;
  /** What an event of another version is about: its object as it is now, in the version that the shop reads. */
  subjectNow(event: WebhookEvent, subject: OutdatedSubject): Promise<EventSubject>;
}

/** An event of the payment provider: from a webhook whose signature was checked, or from its API. */
export interface WebhookEvent {
  id: string;
  type: string;
  objectId: string | null;
  createdAt: Date;
}

/** What an event is about. */
export type EventSubject =
  | { kind: 'checkout_session'; session: CheckoutSession }
  | { kind: 'payment_fact'; fact: PaymentFact }
  | { kind: 'fraud_warning'; warning: FraudWarning }
  | { kind: 'other' }
  /** What it is about concerns the shop, and is not of the form that the shop reads. */
  | { kind: 'unreadable'; why: string };

/**
 * An object about money whose snapshot in the event is of another version of the API, where the same fields may mean
 * other things, such as amounts in another currency. Only its id counts.
 */
export interface OutdatedSubject {
  kind: 'outdated';
  object: 'checkout.session' | 'refund' | 'dispute';
  id: string;
}

/** An event with its content as our own types. */
export interface ReceivedEvent {
  event: WebhookEvent;
  subject: EventSubject | OutdatedSubject;
  /** The API version of the event, if it is not the one that this site reads. */
  otherVersion?: string;
}

/** Verifies and parses signed webhook bodies. */
export interface WebhookReader {
  /** Whether a signature header is well-formed and recent: otherwise the body is not worth reading. */
  mayBeSigned(signatureHeader: unknown): signatureHeader is string;
  /** @throws {Refusal} `invalid_signature` @throws {InvalidWebhookEvent} */
  read(rawBody: Uint8Array, signatureHeader: unknown): ReceivedEvent;
}

/** A part of a payment to refund. */
export interface RefundedPart {
  amountOre: number;
  /** The products that the refund names. */
  productIds: readonly string[];
  /** What it is for, for example the reference of a withdrawal. */
  reference: string;
}

/** Payment calls for operators only. @throws {PaymentProviderUnavailable} from every method */
export interface OperatorPayments {
  /** The checkout session that a payment was made in; `null` when the provider has no such payment, or none with a session. */
  sessionOfPayment(paymentIntentId: string): Promise<string | null>;
  /** `null` when the provider has no such event; it keeps them for 30 days. */
  findEvent(id: string): Promise<ReceivedEvent | null>;
  /** Sends the receipt of a payment to an address. @returns false when the payment has no charge that succeeded */
  sendReceipt(paymentIntentId: string, email: string): Promise<boolean>;
  /**
   * Refunds a part of a payment, or all that is left of it. The same idempotency key again makes no second refund, while the
   * known refunds are the same.
   * @param knownRefunds the ids of all refunds of the payment that the caller has seen, just now
   * @throws {Refusal} `refund_not_possible` when nothing is left, another part was asked for under the same key, or the
   * provider refuses
   */
  refund(
    paymentIntentId: string,
    idempotencyKey: string,
    knownRefunds: readonly string[],
    part?: RefundedPart,
  ): Promise<{ id: string; status: string; amountOre: number }>;
  /**
   * Has a refund name products, and no longer the others.
   * @throws {Refusal} `refund_not_possible` when the provider refuses
   */
  nameRefund(refundId: string, productIds: readonly string[], otherIds: readonly string[]): Promise<void>;
}

/** The signature is valid, but the shop cannot process the event; the message says why. */
export class InvalidWebhookEvent extends Error {
  override name = 'InvalidWebhookEvent';
}

/** The payment provider did not answer or failed. The same request may be sent again. */
export class PaymentProviderUnavailable extends Error {
  override name = 'PaymentProviderUnavailable';
}

/**
 * The payment provider refuses the shop's key, or lacks a right for it. To buyers that is an outage like any other, but
 * it does not pass by itself: the message says what the operator does.
 */
export class PaymentKeyRefused extends PaymentProviderUnavailable {
  override name = 'PaymentKeyRefused';
}

/** The refusal of an idempotency key that belongs to another order. */
export const idempotencyConflict = () =>
  new Refusal('idempotency_conflict', 'Use a new Idempotency-Key for another order.');

/** The refusal of a signature that is invalid or too old. */
export const invalidSignature = () =>
  new Refusal('invalid_signature', 'Sign the raw body with the configured webhook secret, just now.');
