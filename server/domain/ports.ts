/**
 * What the use cases need from the outside, as types. `server/main.ts` gives them the real things; nothing in this
 * folder knows SQL, HTTP or a vendor's SDK. Times are `Date`s, amounts integer öre, addresses normalised.
 */

import type { GrantSource } from '#shared/api/unlocked-content.ts';
import type { ActivationError } from '#shared/api/use-code.ts';
import type { Product } from '#shared/catalogue.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import type { AttentionReason, DisputeFact, PaymentFact, RefundFact, WithheldReason } from './order-facts.ts';

/** The time, so that tests can turn it. */
export type Clock = () => Date;

/** Who is asking, as a verified id token or a browser session says. */
export interface Account {
  /** The identity service's `sub`: stays when user name and e-mail change. */
  id: string;
  username: string;
  email: string;
  /** Purchases and grants are matched by e-mail only when this is true. */
  emailVerified: boolean;
}

/** Facts of a checkout session, in our words. */
export interface CheckoutSession {
  id: string;
  /** What the provider says of the payment. An open set: anything that is not known to be settled is not. */
  paymentStatus: string;
  /** `open`, `complete` or `expired`. */
  status: string | null;
  /** True when the payment is known to have failed after the buyer had done their part. */
  paymentFailed: boolean;
  paymentIntentId: string | null;
  /** Who paid, normalised; falls back to whom it was prepared for. */
  email: string | null;
  accountId: string | null;
  /** What was sold, from the session's own metadata; empty when another shop made the session. */
  lines: PurchaseLine[];
  totalOre: number;
  currency: string;
  live: boolean;
  createdAt: Date;
  /** The text the buyer agreed to on the payment page, or `null` without consent. */
  consentText: string | null;
}

export interface PurchaseLine {
  productId: string;
  /** The price at the time of the sale, in öre. */
  priceOre: number;
}

/** What is to be sold. */
export interface CheckoutOrder {
  products: readonly Product[];
  email: string;
  accountId: string | null;
  /** The site's origin, where the payment page sends the browser back to. */
  origin: string;
  /** Handed on to the provider, so that a repeated request makes one session. */
  idempotencyKey: string | null;
}

/** @throws {PaymentProviderUnavailable} from every method when the provider cannot be reached or fails */
export interface PaymentProvider {
  /** @throws {IdempotencyConflict} when the key was used before with another order */
  createCheckoutSession(order: CheckoutOrder): Promise<{ id: string; url: string }>;
  /** `null` when the provider has no such session. */
  findCheckoutSession(id: string): Promise<CheckoutSession | null>;
}

/**
 * What the payment provider has on its books, for the reconciler. Lists are read page by page as they are consumed.
 * @throws {PaymentProviderUnavailable} from every method and iteration when the provider cannot be reached or fails
 */
export interface PaymentLedger {
  /** The events that matter here, delivered or not. The provider keeps 30 days of them. */
  events(since: Date): AsyncIterable<ReceivedEvent>;
  /** Checkout sessions that were opened since then and that the buyer completed. */
  completedSessions(since: Date): AsyncIterable<CheckoutSession>;
  /** Refunds and disputes that were made since then, as they are now. */
  paymentFacts(since: Date): AsyncIterable<PaymentFact>;
  /** All refunds and disputes of one payment, as they are now. */
  paymentFactsOf(paymentIntentId: string): AsyncIterable<PaymentFact>;
}

/** An event of the payment provider: from a webhook whose signature was checked, or from its API. */
export interface WebhookEvent {
  id: string;
  type: string;
  objectId: string | null;
  createdAt: Date;
}

/** An event with what it is about, in our words. */
export interface ReceivedEvent {
  event: WebhookEvent;
  subject:
    | { kind: 'checkout_session'; session: CheckoutSession }
    | { kind: 'payment_fact'; fact: PaymentFact }
    | { kind: 'other' };
}

/**
 * Opens a signed webhook body.
 * @throws {InvalidWebhookSignature}
 */
export type WebhookReader = (rawBody: Uint8Array, signatureHeader: string) => ReceivedEvent;

/** Who changes something. Operators are named. */
export type Actor = 'webhook' | 'order_page' | 'reconciler' | 'account' | `operator:${string}`;

/** Who brings a change, and the event that it came with, if one did. */
export interface Cause {
  by: Actor;
  event: WebhookEvent | null;
}

/** What became of an event; kept beside it. */
export type EventOutcome =
  | 'fulfilled'
  | 'already_fulfilled'
  | 'not_paid'
  | 'not_ours'
  | 'no_email'
  | 'ignored'
  /** A refund or dispute changed the order. */
  | 'applied'
  /** A refund or dispute that changed nothing, for example an older state. */
  | 'unchanged'
  /** A refund or dispute whose purchase is not recorded yet; it takes effect with the purchase. */
  | 'waiting';

export interface Purchase {
  checkoutSessionId: string;
  paymentIntentId: string | null;
  email: string;
  accountId: string | null;
  currency: string;
  totalOre: number;
  live: boolean;
  paidAt: Date;
  lines: PurchaseLine[];
  /** The text the buyer agreed to when paying, or `null` without consent. */
  consentText: string | null;
}

/** A recorded order with all that is known of it. */
export interface RecordedOrder {
  purchase: Purchase;
  refunds: RefundFact[];
  disputes: DisputeFact[];
  withdrawal: Withdrawal | null;
}

/** A buyer's withdrawal from an order, as they declared it. */
export interface Withdrawal {
  /** What buyer and operator call it. */
  reference: string;
  name: string;
  email: string;
  productIds: string[];
  /** What is to be given back, in öre. */
  refundOre: number;
  /** The confirmation that the buyer was given, word for word. */
  confirmation: string;
  receivedAt: Date;
}

/** Something about an order that waits for a person. */
export interface OpenAttention {
  checkoutSessionId: string;
  reason: AttentionReason;
  /** The refund, dispute, product or withdrawal that is meant. */
  subject: string;
  raisedAt: Date;
}

/** One change of a grant. */
export interface GrantEvent {
  adventureId: string;
  what: GrantChange;
  reason: string;
  actor: string;
  eventId: string | null;
  at: Date;
}

export type GrantChange =
  | 'granted'
  | 'claimed'
  | 'suspended'
  | 'taken_back'
  | 'restored'
  | 'moved'
  | 'revoked'
  | 'unrevoked';

/** A grant of an order with its state. */
export interface OrderGrant {
  adventureId: string;
  accountId: string | null;
  withheldReason: WithheldReason | null;
  revokedReason: string | null;
  grantedAt: Date;
}

export interface Grant {
  adventureId: string;
  source: GrantSource;
  grantedAt: Date;
}

export type Redemption = { ok: true; unlocks: AdventureId[] } | { ok: false; error: ActivationError };

export interface NewActivationCode {
  /** Normalised. */
  code: string;
  campaign: string;
  unlocks: readonly AdventureId[];
}

/** A browser session as it is kept. The id itself is only in the cookie. */
export interface StoredSession {
  /** SHA-256 of the id, hexadecimal. */
  idHash: string;
  account: Account;
  refreshTokenEncrypted: Uint8Array;
  expiresAt: Date;
}

/** An account deletion that has begun. */
export interface Erasure {
  accountId: string;
  /** The account's verified address, whose waiting grants go with it. */
  email: string | null;
  accessTokenEncrypted: Uint8Array;
  requestedAt: Date;
}

/** The database. Every method is atomic; none needs another to be called for the data to be whole. */
export interface Store {
  /**
   * Records a settled purchase, its lines, its grants and the event that brought it (when one did), all or nothing.
   * Refunds and disputes that came before take effect at once. Safe to repeat and to call at the same time: the
   * checkout session id is unique. A purchase of an account that was erased meanwhile is a guest's.
   */
  recordPurchase(
    purchase: Purchase,
    grants: readonly AdventureId[],
    cause: Cause,
    at: Date,
  ): Promise<'fulfilled' | 'already_fulfilled'>;
  /**
   * Takes in the state of a refund or dispute, whatever follows from it for the order's grants, and the event that
   * brought it, all or nothing. An older state than the known one changes nothing.
   */
  recordPaymentFact(fact: PaymentFact, cause: Cause, at: Date): Promise<'applied' | 'unchanged' | 'waiting'>;
  /** Notes an event that changed nothing. Repeating it changes nothing either. */
  noteEvent(event: WebhookEvent, outcome: EventOutcome, by: Actor, at: Date): Promise<void>;
  hasEvent(id: string): Promise<boolean>;
  findPurchase(checkoutSessionId: string): Promise<Purchase | null>;
  findOrder(checkoutSessionId: string): Promise<RecordedOrder | null>;
  /** The orders of an account, newest first. What waits for its verified address is claimed first, as for grants. */
  ownedOrders(account: Account, at: Date): Promise<RecordedOrder[]>;
  /** The grants of an order, and everything that happened to them, oldest first. */
  orderGrants(checkoutSessionId: string): Promise<{ grants: OrderGrant[]; history: GrantEvent[] }>;

  /**
   * Records a withdrawal and raises it for the operator, all or nothing. A repeated one keeps the first.
   * @returns the one that is on record now, or `null` when there is no such order
   */
  recordWithdrawal(checkoutSessionId: string, withdrawal: Withdrawal): Promise<Withdrawal | null>;
  /** What waits for a person, oldest first. */
  openAttention(): Promise<OpenAttention[]>;
  /** Closes one of them for good. @returns false when nothing like it was open */
  resolveAttention(
    item: Pick<OpenAttention, 'checkoutSessionId' | 'reason' | 'subject'>,
    by: Actor,
    at: Date,
  ): Promise<boolean>;

  /** When the last complete run of the reconciler began, or `null` when there was none. */
  lastReconciliation(): Promise<Date | null>;
  noteReconciliation(run: { startedAt: Date; finishedAt: Date; since: Date; result: object }): Promise<void>;

  /**
   * What an account owns now, oldest first. With a verified address, whatever waits for that address is claimed for
   * the account first, so that it stays with the account and never goes to a later owner of the address.
   * @throws {Refusal} `unauthorized` for an account that was erased
   */
  ownedGrants(account: Account, at: Date): Promise<Grant[]>;

  /**
   * Redeems a code for an account, all or nothing.
   * @param alreadyHas decides inside the transaction whether what the account owns covers what the code unlocks
   * @throws {Refusal} `unauthorized` for an account that was erased
   */
  redeemCode(
    code: string,
    account: Account,
    alreadyHas: (owned: readonly string[], unlocks: readonly string[]) => boolean,
    at: Date,
  ): Promise<Redemption>;
  /** Adds codes; those that exist already stay as they are. */
  addActivationCodes(codes: readonly NewActivationCode[], at: Date): Promise<void>;
  revokeActivationCode(code: string, at: Date): Promise<void>;

  /** @throws {Refusal} `unauthorized` for an account that was erased */
  addSession(session: StoredSession, at: Date): Promise<void>;
  /** `null` when there is none or it has expired. */
  findSession(idHash: string, at: Date): Promise<StoredSession | null>;
  updateSession(session: StoredSession): Promise<void>;
  removeSession(idHash: string): Promise<void>;
  sessionsOf(accountId: string): Promise<StoredSession[]>;
  removeExpiredSessions(at: Date): Promise<void>;

  /**
   * Notes that an account is to be erased, before the identity service is asked. Repeating it keeps the first.
   * @throws {Refusal} `unauthorized` for an account that was erased before
   */
  beginErasure(erasure: Erasure): Promise<void>;
  pendingErasures(): Promise<Erasure[]>;
  /** Gives up an erasure that the identity service refused when it was asked for; the account goes on as before. */
  abandonErasure(accountId: string): Promise<void>;
  /**
   * Erases what is held about the account. Payments stay, as the law on bookkeeping asks. From then on every method that
   * would write this account's id refuses with `unauthorized`, so that a token issued before brings nothing back.
   */
  completeErasure(accountId: string, at: Date): Promise<void>;
  /** Whether the account was erased, within the time in which anything may still name its id. */
  isErased(accountId: string): Promise<boolean>;
  /** Forgets which accounts were erased once nothing can name them any more. */
  removeOldErasures(at: Date): Promise<void>;

  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  close(): void;
}

export interface IdentityTokens {
  idToken: string;
  accessToken: string;
  /** A new refresh token when the user pool rotates them; the one that was used otherwise. */
  refreshToken: string;
  expiresAt: Date;
}

/** @throws {IdentityProviderUnavailable} from every method when the service cannot be reached or fails */
export interface IdentityProvider {
  /** The account of an id token, or `null` when the token is not to be trusted. */
  verifyIdToken(token: string): Promise<Account | null>;
  /** The account id of an access token, or `null` when the token is not to be trusted. */
  accountIdOfAccessToken(token: string): Promise<string | null>;
  /** Fresh tokens, or `null` when the refresh token was revoked, has expired or is not ours. */
  refresh(refreshToken: string): Promise<IdentityTokens | null>;
  /** Makes a refresh token and all that came from it useless. Revoking twice is fine. */
  revoke(refreshToken: string): Promise<void>;
  /** `gone`: deleted now or before. `refused`: the access token does not allow it. */
  deleteUser(accessToken: string): Promise<'gone' | 'refused'>;
}

/** Encrypts small secrets for the database. The context ties a secret to its row: it opens with the same one only. */
export interface Cipher {
  encrypt(plain: string, context: string): Uint8Array;
  /** `null` when no configured key opens it. */
  decrypt(sealed: Uint8Array, context: string): string | null;
}

/** What use cases tell the operator. Fields never hold tokens, codes or e-mail addresses. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** The payment provider did not answer or failed. The same request may be sent again. */
export class PaymentProviderUnavailable extends Error {
  override name = 'PaymentProviderUnavailable';
}

/** The idempotency key belongs to another order. */
export class IdempotencyConflict extends Error {
  override name = 'IdempotencyConflict';
}

/** The identity service did not answer or failed, its keys included. Nobody is signed out because of it. */
export class IdentityProviderUnavailable extends Error {
  override name = 'IdentityProviderUnavailable';
}

/** The body was not signed by the payment provider, or not just now. */
export class InvalidWebhookSignature extends Error {
  override name = 'InvalidWebhookSignature';
}
