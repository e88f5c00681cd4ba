/** What is kept of unlocks (grants) and activation codes. Times are `Date`s. */

import type { Row } from '#server/ledger/rows.ts';
import type { ActivationError } from '#shared/api/use-code.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import type { grantShape, historyShape, orderGrantShape } from './grants.ts';

/** One change of a grant. */
export type GrantEvent = Row<typeof historyShape>;

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
export type OrderGrant = Row<typeof orderGrantShape>;

/** What an account owns. */
export type Grant = Row<typeof grantShape>;

/** `again` when the account had redeemed the code before. */
export type Redemption =
  | { ok: true; unlocks: AdventureId[]; again?: true }
  | { ok: false; error: ActivationError };
