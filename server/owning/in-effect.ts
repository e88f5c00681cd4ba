// Which grants count.

import type { Expression } from '#server/ledger/script.ts';

/** Neither revoked, which is for good, nor withheld. @param grants the table, or its name in the query */
export const inEffect = (grants = 'grants'): Expression =>
  `${grants}.revoked_at IS NULL AND ${grants}.withheld_at IS NULL`;

/** Why a grant read from the database is not in effect, or `null` when it is: the same rule. */
export const whyNotInEffect = (grant: {
  revokedReason: string | null;
  withheldReason: string | null;
}): string | null => grant.revokedReason ?? grant.withheldReason;
