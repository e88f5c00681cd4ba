/** What is kept of unlocks (grants) and activation codes. Times are `Date`s. */

import type { WithheldReason } from '#server/buying/order-facts.ts';
import type { GrantSource } from '#shared/api/unlocked-content.ts';
import type { ActivationError } from '#shared/api/use-code.ts';
import type { AdventureId } from '#shared/unlocks.ts';

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
