// Opened payment pages (checkout sessions): who opened them, for what, and whether they can still be paid.

import { hash } from 'node:crypto';
import { isErased } from '#server/identity/erased-accounts.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { accountLock, browserLock } from '#server/ledger/locks.ts';
import { flag, integer, nullable, type Row, text, textList, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { earlier, later } from '#server/moments.ts';
import { inEffect } from '#server/owning/in-effect.ts';
import { type Product, productById } from '#shared/catalogue.ts';

/**
 * For how long a browser is recognised as the one that opened a payment page, in seconds: 30 days, the lifetime of its
 * cookie.
 */
export const knownBrowserSeconds = 30 * 24 * 60 * 60;

/**
 * For how long a payment page stays open at most, in seconds: a day
 * (docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at).
 */
export const openSeconds = 24 * 60 * 60;

/** How a browser is stored: SHA-256 of the id in its cookie, hexadecimal. */
export const browserHashOf = (browserId: string): string => hash('sha256', browserId);

/** A payment page that was just opened. */
export interface OpenedCheckout {
  checkoutSessionId: string;
  accountId: string | null;
  browserHash: string;
  products: readonly Product[];
  expiresAt: Date;
}

// A retry may come from a browser that never got the first answer with its cookie.
const insert = command(
  `INSERT INTO opened_checkouts
     (checkout_session_id, account_id, browser_hash, product_ids, opened_at, expires_at)
   VALUES (?, ?, ?, ?, ?, ?)
   ON CONFLICT (checkout_session_id) DO UPDATE SET browser_hash = excluded.browser_hash`,
);
const bySession = query('SELECT {columns} FROM opened_checkouts WHERE checkout_session_id = ?', {
  id: integer,
  accountId: nullable(text),
  browserHash: text,
  productIds: text,
  closedAt: nullable(time),
  replacedBy: nullable(text),
});
/**
 * The most older payment pages that a new one closes, only the newest. A buyer has a handful, but anybody could open
 * thousands.
 */
const mostOlder = 10;

/**
 * A page that this browser opened. Signed in, one that another account opened in it does not count: several people may use
 * one browser. Its parameters: the browser's hash, and the account that is signed in, or `null`.
 */
const openedHere = 'browser_hash = ? AND (account_id IS NULL OR account_id = coalesce(?, account_id))';

// Gifts overlap with nothing here: `giftsPaidBefore` finds them. The page of a paid order counts as open until its buyer was led
// to that order. Not when the order was refunded meanwhile, or withdrawn from: who buys the same then does so on purpose.
const olderOpen = query(
  `SELECT {columns} FROM opened_checkouts AS older
   WHERE ((${openedHere}) OR account_id = ?) AND id < ? AND closed_at IS NULL AND expires_at > ?
     AND product_ids <> '[]' AND NOT EXISTS (
       SELECT 1 FROM purchases WHERE purchases.checkout_session_id = older.checkout_session_id AND (
         EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.purchase_id = purchases.id) OR NOT EXISTS (
         SELECT 1 FROM grants WHERE grants.purchase_id = purchases.id AND ${inEffect()})))
   ORDER BY id DESC LIMIT ${mostOlder}`,
  { checkoutSessionId: text, productIds: textList },
);
const paidGifts = query(
  `SELECT checkout_session_id FROM opened_checkouts AS older
   WHERE ((${openedHere}) OR account_id = ?) AND checkout_session_id <> ? AND closed_at IS NULL AND expires_at > ?
     AND EXISTS (SELECT 1 FROM purchases JOIN gifts ON gifts.purchase_id = purchases.id
       WHERE purchases.checkout_session_id = older.checkout_session_id)
   ORDER BY id DESC LIMIT ${mostOlder}`,
  text,
);
const close = command(
  `UPDATE opened_checkouts SET closed_at = ?, replaced_by = ? WHERE checkout_session_id = ? AND closed_at IS NULL`,
);
const forgetAccount = command('DELETE FROM opened_checkouts WHERE account_id = ?');
const deleteOld = command(
  `DELETE FROM opened_checkouts
   WHERE id IN (SELECT id FROM opened_checkouts WHERE opened_at <= ? ORDER BY opened_at LIMIT ?)`,
);

/**
 * Records a payment page, and finds the same buyer's older ones, oldest first, that sell some of the same products and
 * may still be open. The buyer is the account or the browser, never just an address, which anybody could type; nor a browser
 * in which another account opened the page. Idempotent.
 * @returns `replaced` when a newer page has replaced this one meanwhile
 */
export function noteOpened(
  ledger: Ledger,
  { checkoutSessionId, accountId, browserHash, products, expiresAt }: OpenedCheckout,
  at: Date,
): Promise<{ replaced: boolean; older: string[] }> {
  const locks = [browserLock(browserHash), ...(accountId === null ? [] : [accountLock(accountId)])];
  return ledger.write(locks, function* () {
    const owner = accountId !== null && (yield* isErased(accountId)) ? null : accountId;
    const ids = JSON.stringify(products.map(({ id }) => id));
    yield* insert.run(checkoutSessionId, owner, browserHash, ids, at, expiresAt);
    const { id, closedAt } = yield* bySession.one(checkoutSessionId);
    if (closedAt !== null) return { replaced: true, older: [] };
    const open = yield* olderOpen.all(browserHash, owner, owner, id, at);
    const older = open.toReversed().filter(({ productIds }) => overlaps(productIds, products));
    return { replaced: false, older: older.map((each) => each.checkoutSessionId) };
  });
}

/** The checkout sessions of the gifts that a page's buyer has paid for within the last day, newest first, unless led to since. */
export const giftsPaidBefore = (
  { checkoutSessionId, accountId, browserHash }: OpenedCheckout,
  at: Date,
): Script<string[]> => paidGifts.all(browserHash, accountId, accountId, checkoutSessionId, at);

/** Whether they sell some of the same: products that unlock the same adventure. */
export function overlaps(productIds: readonly string[], products: readonly Product[]): boolean {
  const unlocks = new Set(products.flatMap((product) => product.unlocks));
  return productIds.some((id) => productById(id)?.unlocks.some((unlocked) => unlocks.has(unlocked)));
}

/** Notes that a payment page can no longer be paid. @param replacedBy the newer page that replaced it, if any */
export function* closeCheckout(checkoutSessionId: string, replacedBy: string | null, at: Date): Script<void> {
  yield* close.run(at, replacedBy, checkoutSessionId);
}

const ofBrowser = query(
  `SELECT 1 FROM opened_checkouts WHERE checkout_session_id = ? AND ${openedHere} AND opened_at > ?`,
  flag,
);

/**
 * Whether this browser opened this payment page in the last 30 days.
 * @param accountId the account that is signed in now: a page that another one opened here is not its own; `null` for none
 */
export function* wasOpenedBy(
  checkoutSessionId: string,
  browserHash: string,
  accountId: string | null,
  at: Date,
): Script<boolean> {
  return (yield* ofBrowser.get(checkoutSessionId, browserHash, accountId, knownSince(at))) !== undefined;
}

/**
 * Whether the shop is known to have opened this payment page. Rows are deleted after 30 days ({@link removeOldCheckouts})
 * and with their account, so `false` proves nothing.
 */
export function* wasOpenedHere(checkoutSessionId: string): Script<boolean> {
  return (yield* bySession.get(checkoutSessionId)) !== undefined;
}

/**
 * Records a payment page that the buyer got by reopening an expired one (recovery): it has the same buyer, and a day of its
 * own, so that a newer page for the same takes its place, or leads to it once it is completed.
 */
export async function noteRecovered(
  ledger: Ledger,
  { id, createdAt }: { id: string; createdAt: Date },
  expiredId: string,
  at: Date,
): Promise<void> {
  await ledger.write([], function* () {
    const before = yield* bySession.get(expiredId);
    if (!before) return;
    const { accountId, browserHash, productIds } = before;
    const expiresAt = later(createdAt, openSeconds * 1000);
    yield* insert.run(id, accountId, browserHash, productIds, at, expiresAt);
  });
}

/** Whether a newer payment page of the same buyer replaced this one. */
export function* wasReplaced(checkoutSessionId: string): Script<boolean> {
  const opened = yield* bySession.get(checkoutSessionId);
  return opened !== undefined && opened.replacedBy !== null;
}

const checkoutShape = {
  checkoutSessionId: text,
  productIds: textList,
  openedAt: time,
  closedAt: nullable(time),
} as const;
/** A payment page that an account opened. */
export type CheckoutOfAccount = Row<typeof checkoutShape>;
const ofAccount = query(
  'SELECT {columns} FROM opened_checkouts WHERE account_id = ? ORDER BY id',
  checkoutShape,
);

/** The payment pages that an account opened in the last 30 days, oldest first. */
export const checkoutsOf = (accountId: string): Script<CheckoutOfAccount[]> => ofAccount.all(accountId);

/** Deletes the payment pages of an erased account. */
export const forgetCheckoutsOf = (accountId: string): Script<number> => forgetAccount.run(accountId);

/** How many payment pages are deleted at once: takes some 20 ms. */
export const checkoutsAtOnce = 256;

/**
 * Deletes the oldest payment pages of more than 30 days ago.
 * @returns how many: fewer than {@link checkoutsAtOnce} once none is left
 */
export const removeOldCheckouts = (at: Date): Script<number> =>
  deleteOld.run(knownSince(at), checkoutsAtOnce);

const knownSince = (at: Date): Date => earlier(at, knownBrowserSeconds * 1000);
