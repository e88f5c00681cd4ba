// Claim links: opening one puts the order's grants on the account. An order has one valid link at a time.

import { hash, randomBytes } from 'node:crypto';
import { bytes, nullable, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier, later } from '#server/moments.ts';
import type { Cipher } from '#server/runtime.ts';

/** How long a link is valid, in days, from the last time its buyer asked for it. */
export const claimLinkDays = 30;
/** The same for a gift, which may wait for a birthday. */
export const giftLinkDays = 365;
/** How long an expired link stays known, so that it can be distinguished from one that never existed, in days. */
const rememberedDays = 30;
/**
 * A link that is ended early gets an expiry so many days in the past: it must be over, and stay so, even for a process
 * whose clock is behind.
 */
const endedBeforeDays = 1;

/** The form in which a token is looked up: SHA-256, hexadecimal. */
export const claimTokenHash = (token: string): string => hash('sha256', token);

/** A new token: 256 random bits, base64url. */
export const newClaimToken = (): string => randomBytes(32).toString('base64url');

/** A link as shown to its buyer. */
interface ShownLink {
  token: string;
  expiresAt: Date;
}

const shape = {
  tokenHash: text,
  checkoutSessionId: text,
  expiresAt: time,
  /** `null` for a link that was ended early, and for those from before a token was stored. */
  tokenEncrypted: nullable(bytes),
} as const;
const insert = command(
  `INSERT INTO claim_links (token_hash, token_encrypted, checkout_session_id, created_at, expires_at)
   VALUES (?, ?, ?, ?, ?)`,
);
const byHash = query('SELECT {columns} FROM claim_links WHERE token_hash = ?', shape);
const byHashLocked = query('SELECT {columns} FROM claim_links WHERE token_hash = ? FOR NO KEY UPDATE', shape);
const openOfOrder = query(
  `SELECT {columns} FROM claim_links WHERE checkout_session_id = ? AND used_at IS NULL AND expires_at > ?
   ORDER BY created_at DESC, token_hash COLLATE "C"`,
  { tokenHash: text, tokenEncrypted: nullable(bytes), expiresAt: time },
);
const extend = command('UPDATE claim_links SET expires_at = ? WHERE token_hash = ? AND expires_at < ?');
const endOfOrder = command(
  `UPDATE claim_links SET token_encrypted = NULL, expires_at = CASE WHEN expires_at > ? THEN ? ELSE expires_at END
   WHERE checkout_session_id = ?`,
);
const use = command('UPDATE claim_links SET used_at = ? WHERE token_hash = ? AND used_at IS NULL');
const deleteOld = command('DELETE FROM claim_links WHERE expires_at <= ?');

/**
 * Makes the script that shows an order's link: the valid one, extended, or else a new one. So however often a page is
 * loaded, and whatever letters and cards were made before, there is only one link to keep, and one to end. A link that no
 * configured key can decrypt, because the key was removed, stays valid until its expiry beside the new one.
 * @param days how long it is valid from `at`
 */
export function claimLinkOf(
  cipher: Cipher,
  checkoutSessionId: string,
  at: Date,
  days: number,
): () => Script<ShownLink> {
  // Made outside the script, which may be run several times.
  const token = newClaimToken();
  const tokenHash = claimTokenHash(token);
  const sealed = cipher.encrypt(token, tokenHash);
  const expiresAt = later(at, days * dayMs);
  return function* () {
    for (const open of yield* openOfOrder.all(checkoutSessionId, at)) {
      const known = open.tokenEncrypted && cipher.decrypt(open.tokenEncrypted, open.tokenHash);
      if (known === null) continue;
      yield* extend.run(expiresAt, open.tokenHash, expiresAt);
      return { token: known, expiresAt: open.expiresAt > expiresAt ? open.expiresAt : expiresAt };
    }
    yield* insert.run(tokenHash, sealed, checkoutSessionId, at, expiresAt);
    return { token, expiresAt };
  };
}

/** A link, also one that is over; `undefined` when there is none with this token. */
export const findClaimLink = (tokenHash: string) => byHash.get(tokenHash);
/** Locks the link: nobody else uses or ends it until the transaction ends. */
export const lockClaimLink = (tokenHash: string) => byHashLocked.get(tokenHash);

/** Notes when a link was first used. */
export function* noteClaimLinkUsed(tokenHash: string, at: Date): Script<void> {
  yield* use.run(at, tokenHash);
}

/**
 * Ends all links of an order that goes to somebody else, so that nobody can use a link that was shown before. Links that are over
 * by themselves lose their token too: whoever has one is not whom the order is for now, and its page is not to show the card.
 */
export function* endClaimLinksOf(checkoutSessionId: string, at: Date): Script<void> {
  const ended = earlier(at, endedBeforeDays * dayMs);
  yield* endOfOrder.run(ended, ended, checkoutSessionId);
}

/** Deletes links 30 days after they were over. @returns how many */
export const removeOldClaimLinks = (at: Date): Script<number> =>
  deleteOld.run(earlier(at, rememberedDays * dayMs));
