/** What is kept for operators, and what they are shown. Times are `Date`s, amounts integer öre. */

import type { OrderStanding } from '#server/buying/order-facts.ts';
import type { EventOutcome } from '#server/buying/records.ts';
import type { GrantEvent } from '#server/owning/records.ts';
import type { GrantSource } from '#shared/api/unlocked-content.ts';
import type { AdventureId } from '#shared/unlocks.ts';

/** An operator, by the operating system's user name or the account's. */
export type OperatorActor = `operator:${string}`;

/** Something an operator did or looked at. */
export interface OperatorAction {
  actor: OperatorActor;
  /** For example `codes.create`. */
  action: string;
  /** What it was about; addresses masked. */
  subject: string | null;
  reason: string | null;
  details: Readonly<Record<string, unknown>>;
  at: Date;
}

export interface CodeBatch {
  id: number;
  campaign: string;
  origin: 'generated' | 'imported';
  createdAt: Date;
  createdBy: string;
  /** How many codes are in it, how many of them were redeemed at least once, and how many are revoked. */
  codes: number;
  redeemed: number;
  revoked: number;
  /** What its codes unlock; several where they differ. */
  unlocks: string[];
  /** The latest expiry among its codes, or `null` when one never expires. */
  expiresAt: Date | null;
  /** How many accounts may use one of its codes, at most. */
  mostRedemptions: number;
}

export interface NewCode {
  /** Trimmed and lower-cased. */
  code: string;
  /** The batch's own unless the code has another. */
  campaign: string;
  unlocks: readonly AdventureId[];
  expiresAt: Date | null;
  mostRedemptions: number;
}

export interface CodeRecord {
  id: number;
  code: string;
  batchId: number | null;
  campaign: string;
  unlocks: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  mostRedemptions: number;
  /** Who used it; the account is `null` once it was deleted. */
  redemptions: { accountId: string | null; redeemedAt: Date }[];
}

/** Which codes are meant. */
export type CodeSelection = { codeId: number } | { batchId: number } | { campaign: string };

export type ImportKind = 'backers' | 'purchases';

/** One line of an import file, ready to be granted. */
export interface ImportEntry {
  /** Digest of what the line says; the same line has the same key in every file. */
  key: string;
  /** Normalised. */
  email: string;
  adventureIds: readonly AdventureId[];
  grantedAt: Date;
}

export interface ImportRecord {
  id: number;
  kind: ImportKind;
  name: string;
  startedAt: Date;
  startedBy: string;
  /** `null` when it was interrupted. */
  finishedAt: Date | null;
  undoneAt: Date | null;
  undoneBy: string | null;
  /** Lines that are in the database because of it, and their grants. */
  entries: number;
  grants: number;
}

/** An order in a list. */
export interface OrderSummary {
  checkoutSessionId: string;
  paymentIntentId: string | null;
  email: string;
  accountId: string | null;
  totalOre: number;
  currency: string;
  live: boolean;
  paidAt: Date;
  productIds: string[];
  standing: OrderStanding;
}

export interface OrderMove {
  from: string;
  to: string;
  reason: string;
  actor: string;
  at: Date;
}

/** Somebody, by address or by account id. */
export type CustomerKey = { email: string } | { accountId: string };

/** An account and an address that stand side by side in a session, a purchase or a grant. */
export interface CustomerIdentity {
  accountId: string | null;
  email: string | null;
  /** Known from sessions only. */
  username: string | null;
}

export interface GrantRecord {
  id: number;
  adventureId: string;
  accountId: string | null;
  email: string | null;
  source: GrantSource;
  /** The checkout session, code or import that it came from, or `null` for an operator's. */
  origin: string | null;
  grantedAt: Date;
  claimedAt: Date | null;
  withheldReason: string | null;
  revokedAt: Date | null;
  revokedReason: string | null;
  history: Omit<GrantEvent, 'adventureId'>[];
}

export interface EventRecord {
  id: string;
  type: string;
  objectId: string | null;
  outcome: EventOutcome;
  broughtBy: string;
  createdAt: Date;
  receivedAt: Date;
}

/** Times from, inclusive, to, exclusive, in UTC. */
export interface Period {
  from: Date;
  to: Date;
}

export interface SalesFigure {
  /** A product's id, or a day as `YYYY-MM-DD` in UTC. */
  key: string;
  sold: number;
  /** What was charged, in öre, before refunds. */
  ore: number;
}

export interface Figures {
  byProduct: SalesFigure[];
  /** Days on which something was sold. */
  byDay: SalesFigure[];
  /** Given back by refunds within the period, in öre. */
  refundedOre: number;
  byCampaign: { campaign: string; redemptions: number }[];
}
