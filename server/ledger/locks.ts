/** The names under which transactions queue (`write` in ledger.ts). Those that could meet take the same one. */

/** A payment and its order, which may come in any order: purchase, refunds, disputes, withdrawal. */
export const paymentLock = (paymentIntentId: string | null, checkoutSessionId: string): string =>
  paymentIntentId === null ? `session ${checkoutSessionId}` : `payment ${paymentIntentId}`;

/** What an account owns. */
export const accountLock = (accountId: string): string => `account ${accountId}`;

/** What waits for the owner of an address. */
export const addressLock = (email: string): string => `address ${email}`;

/** The payment pages that a browser opened. */
export const browserLock = (browserHash: string): string => `browser ${browserHash}`;

/** Everything that a person's claims, redemptions and erasure touch. */
export const ownerLocks = (accountId: string | null, email: string | null): string[] => [
  ...(accountId === null ? [] : [accountLock(accountId)]),
  ...(email === null ? [] : [addressLock(email)]),
];
