import { createHash, randomBytes } from 'node:crypto';
import { nullable, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';

/** Claim links: whoever opens one in the app has the order's unlocks put on their account. */

/** How long a link is good for, in days. */
export const claimLinkDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
/** How long it is known afterwards, so that it can be told from one that never was, in days. */
const rememberedDays = 30;

/** How many unused links of one order are good at the same time. A newer one ends the oldest. */
export const mostClaimLinks = 20;

/** A token as it is kept: SHA-256, hexadecimal. */
export const claimTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new token: 256 random bits, base64url. */
export const newClaimToken = (): string => randomBytes(32).toString('base64url');

const shape = {
  tokenHash: text,
  checkoutSessionId: text,
  expiresAt: time,
  usedAt: nullable(time),
} as const;
const insert = command(
  'INSERT INTO claim_links (token_hash, checkout_session_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
);
const byHash = query('SELECT {columns} FROM claim_links WHERE token_hash = ?', shape);
const byHashLocked = query('SELECT {columns} FROM claim_links WHERE token_hash = ? FOR NO KEY UPDATE', shape);
const openOfOrder = query(
  `SELECT {columns} FROM claim_links WHERE checkout_session_id = ? AND used_at IS NULL AND expires_at > ?
   ORDER BY created_at DESC, token_hash COLLATE "C"`,
  { tokenHash: text },
);
const end = command('UPDATE claim_links SET expires_at = ? WHERE token_hash IN (?*) AND expires_at > ?');
const endOfOrder = command(
  'UPDATE claim_links SET expires_at = ? WHERE checkout_session_id = ? AND expires_at > ?',
);
const use = command('UPDATE claim_links SET used_at = ? WHERE token_hash = ? AND used_at IS NULL');
const deleteOld = command('DELETE FROM claim_links WHERE expires_at <= ?');

/** Keeps a new link of an order, and ends its oldest unused ones when there are too many. @returns when the new one ends */
export function* addClaimLink(tokenHash: string, checkoutSessionId: string, at: Date): Script<Date> {
  const expiresAt = new Date(at.getTime() + claimLinkDays * dayMs);
  const older = (yield* openOfOrder.all(checkoutSessionId, at)).slice(mostClaimLinks - 1);
  if (older.length > 0)
    yield* end.run(
      at,
      older.map((link) => link.tokenHash),
      at,
    );
  yield* insert.run(tokenHash, checkoutSessionId, at, expiresAt);
  return expiresAt;
}

export const findClaimLink = (tokenHash: string) => byHash.get(tokenHash);
/** The link, which nobody else uses or ends until the transaction is over. */
export const lockClaimLink = (tokenHash: string) => byHashLocked.get(tokenHash);

export function* noteClaimLinkUsed(tokenHash: string, at: Date): Script<void> {
  yield* use.run(at, tokenHash);
}

/**
 * Ends all links of an order that went to another address: whoever read the letter to the first one, or saw the link before,
 * has no claim to it any more.
 */
export function* endClaimLinksOf(checkoutSessionId: string, at: Date): Script<void> {
  yield* endOfOrder.run(at, checkoutSessionId, at);
}

export const removeOldClaimLinks = (at: Date): Script<number> =>
  deleteOld.run(new Date(at.getTime() - rememberedDays * dayMs));
