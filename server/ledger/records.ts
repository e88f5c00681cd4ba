/** What the store keeps, as the use cases see it. Times are `Date`s, amounts integer öre, addresses normalised. */

import type { Account } from '#server/accounts/identity-provider.ts';
import type { AttentionReason, DisputeFact, RefundFact, WithheldReason } from '#server/buying/order-facts.ts';
import type { PurchaseLine, WebhookEvent } from '#server/buying/payment-provider.ts';
import type { GrantSource } from '#shared/api/unlocked-content.ts';
import type { ActivationError } from '#shared/api/use-code.ts';
import type { AdventureId } from '#shared/unlocks.ts';

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
