// Corrects a batch of activation codes whose expiry or unlocks are wrong.

import { integer } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { addUnlocks } from '#server/owning/codes.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedReason, checkedUnlocks, refusePast } from './checked-input.ts';
import { findCodeBatch } from './code-batches.ts';
import { changeInParts } from './codes.ts';
import type { OperatorNeeds } from './operator-action.ts';

/** What is set; what is left out stays. `null` for codes that never expire. */
interface CodeChanges {
  expiresAt?: Date | null;
  unlocks?: readonly string[];
}

const inRange = 'activation_codes WHERE batch_id = ? AND id > ? AND id <= ?';
const unredeemed = `${inRange} AND NOT EXISTS (SELECT 1 FROM redemptions WHERE code_id = activation_codes.id)`;
// Whoever comes later can still redeem it, although others have.
const withUsesLeft = `${inRange} AND (SELECT count(*) FROM redemptions WHERE code_id = activation_codes.id) < most_redemptions`;
// From here on nobody redeems one of them, and later statements see who did before.
const lock = query(`SELECT id FROM ${inRange} ORDER BY id FOR NO KEY UPDATE`, integer);
const whichUnredeemed = query(`SELECT id FROM ${unredeemed}`, integer);
const countUnredeemed = query(`SELECT count(*) FROM ${unredeemed}`, integer);
const countWithUsesLeft = query(`SELECT count(*) FROM ${withUsesLeft}`, integer);
const setExpiry = command(
  `UPDATE activation_codes SET expires_at = ? WHERE id IN (SELECT id FROM ${withUsesLeft})`,
);
const removeUnlocks = command(
  `DELETE FROM activation_code_unlocks WHERE code_id IN (SELECT id FROM ${unredeemed})`,
);

/**
 * Changes the codes of a batch, also revoked ones: the expiry of those that somebody can still redeem, and the unlocks of those
 * that nobody has redeemed, because everybody gets the same for one code. Interrupted, it is completed by doing it again.
 * @returns how many those were
 * @throws {Refusal} when there is no such batch, nothing to change, or the expiry lies in the past
 */
export async function changeCodes(
  needs: OperatorNeeds,
  batchId: number,
  { expiresAt, unlocks }: CodeChanges,
  why: string,
): Promise<number> {
  const reason = checkedReason(why);
  await findCodeBatch(needs, batchId);
  refusePast(expiresAt ?? null, needs.clock());
  const adventures = unlocks && checkedUnlocks(unlocks);
  if (expiresAt === undefined && adventures === undefined)
    throw new Refusal('invalid_request', 'Say what changes: the expiry, the unlocks or both.');
  // Codes that nobody has redeemed have uses left: whose expiry is set are all that change.
  const count = expiresAt === undefined ? countUnredeemed : countWithUsesLeft;
  const details = {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(adventures && { unlocks: adventures }),
  };
  return changeInParts(
    needs,
    { batchId },
    { action: 'codes.change', reason, details },
    ({ after, upTo }) => count.one(batchId, after, upTo),
    function* (_at, { after, upTo }) {
      const codes = [batchId, after, upTo] as const;
      yield* lock.all(...codes);
      if (expiresAt !== undefined) yield* setExpiry.run(expiresAt, ...codes);
      if (adventures) {
        const found = yield* whichUnredeemed.all(...codes);
        yield* removeUnlocks.run(...codes);
        yield* addUnlocks(found, adventures);
      }
      return yield* count.one(...codes);
    },
  );
}
