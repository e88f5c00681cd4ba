/** The names of locks for transactions (`write` in ledger.ts). Transactions that could conflict take the same name. */

/** A payment and its order, whose facts may arrive in any order: purchase, refunds, disputes, withdrawal. */
export const paymentLock = (paymentIntentId: string | null, checkoutSessionId: string): string =>
  paymentIntentId === null ? `session ${checkoutSessionId}` : `payment ${paymentIntentId}`;

/** What an account owns. */
export const accountLock = (accountId: string): string => `account ${accountId}`;

/** What waits for the owner of an address. */
export const addressLock = (email: string): string => `address ${email}`;

/** The payment pages that a browser opened. */
export const browserLock = (browserHash: string): string => `browser ${browserHash}`;

/** Locks everything that a person's claims, redemptions and erasure touch. */
export const ownerLocks = (accountId: string | null, email: string | null): string[] => [
  ...(accountId === null ? [] : [accountLock(accountId)]),
  ...(email === null ? [] : [addressLock(email)]),
];
