// Redemption of activation codes, and what a code or a gift would add to an account.

import { byAccount } from '#server/identity/cause.ts';
import { refuseBeingErased } from '#server/identity/erased-accounts.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { integer, nullable, time, word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { findCode, hasExpired } from '#server/owning/codes.ts';
import { adventuresOf, grantAdventures } from '#server/owning/grants.ts';
import type { Clock, Log, Meters } from '#server/runtime.ts';
import type { ActivationError } from '#shared/api/use-code.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import { type AdventureId, ownedItems } from '#shared/unlocks.ts';
import { claimLocks, claimWaiting } from './claim-waiting.ts';

/** `again` when the account had redeemed the code before. */
export type Redemption =
  | { ok: true; unlocks: AdventureId[]; again?: true }
  | { ok: false; error: ActivationError };

interface RedeemCodeNeeds {
  ledger: Ledger;
  clock: Clock;
  log: Log;
  metrics: Meters;
}

/**
 * Redeems an activation code for an account, in one transaction. An invalid code is a normal result, not an error.
 * Idempotent for the same account, as long as it still owns what the code unlocked.
 * @throws {Refusal} `unauthorized` for an account that was erased, `deletion_under_way` for one whose deletion is noted
 */
export async function redeemCode(
  { ledger, clock, log, metrics }: RedeemCodeNeeds,
  account: Account,
  typedCode: string,
): Promise<Redemption> {
  const at = clock();
  const redemption = await ledger.write(claimLocks(account), () =>
    redeem(normaliseActivationCode(typedCode), account, at),
  );
  const outcome = redemption.ok ? (redemption.again ? 'repeated' : 'redeemed') : redemption.error;
  log.info({ account: account.id, outcome }, 'activation code used');
  metrics.redemption(outcome);
  return redemption;
}

// Locked: from here on nobody else redeems or revokes it, and later statements see what was committed before.
const lockedCode = query('SELECT {columns} FROM activation_codes WHERE id = ? FOR NO KEY UPDATE', {
  revokedAt: nullable(time),
  expiresAt: nullable(time),
  mostRedemptions: integer,
});
const unlocksOfCode = query(
  'SELECT adventure_id FROM activation_code_unlocks WHERE code_id = ? ORDER BY adventure_id COLLATE "C"',
  word<AdventureId>(),
);
const usesOfCode = query(
  `SELECT count(*) AS uses, count(*) FILTER (WHERE account_id = ?) AS own FROM redemptions WHERE code_id = ?`,
  { uses: integer, own: integer },
);
const insertRedemption = command(
  'INSERT INTO redemptions (code_id, account_id, redeemed_at) VALUES (?, ?, ?)',
);

function* redeem(typed: string, account: Account, at: Date): Script<Redemption> {
  yield* refuseBeingErased(account.id);
  yield* claimWaiting(account, at);
  const found = yield* findCode(typed);
  if (!found) return { ok: false, error: 'code_not_found' };
  const code = yield* lockedCode.one(found.id);
  const unlocks = yield* unlocksOfCode.all(found.id);
  const isCovered = covers(yield* adventuresOf(account.id), unlocks);
  const used = yield* usesOfCode.one(account.id, found.id);
  // A client that did not get the answer asks again, and gets the same one.
  if (used.own > 0 && isCovered) return { ok: true, unlocks, again: true };
  if (code.revokedAt !== null || hasExpired(code, at)) return { ok: false, error: 'code_revoked' };
  // An account that has redeemed the code and lost an unlock does not get it back by the same code. Before
  // `user_already_unlocked`, which would make a code that is used up seem good to pass on.
  if (used.uses >= code.mostRedemptions || used.own > 0) {
    return { ok: false, error: 'code_already_used' };
  }
  if (isCovered) return { ok: false, error: 'user_already_unlocked' };
  yield* insertRedemption.run(found.id, account.id, at);
  const grant = { accountId: account.id, email: null, codeId: found.id, grantedAt: at };
  const grants = unlocks.map((adventureId) => ({ ...grant, adventureId }));
  yield* grantAdventures('code', grants, byAccount, at);
  return { ok: true, unlocks };
}

/**
 * Whether the account already has everything that a code would show it. It compares contents, not ids: with `fod` one
 * still gains the artbook from `fod-kickstarter`, while with `fod-kickstarter` one gains nothing from `fod`.
 */
export function covers(owned: readonly string[], unlocks: readonly string[]): boolean {
  const shelf = new Set(ownedItems(owned).map((item) => JSON.stringify(item)));
  return ownedItems(unlocks).every((item) => shelf.has(JSON.stringify(item)));
}
