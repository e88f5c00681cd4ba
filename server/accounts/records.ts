/** What is kept of accounts. Times are `Date`s. */

import type { Account } from './identity-provider.ts';

/** A browser session as it is kept. The id itself is only in the cookie. */
export interface StoredSession {
  /** SHA-256 of the id, hexadecimal. */
  idHash: string;
  account: Account;
  refreshTokenEncrypted: Uint8Array;
  expiresAt: Date;
}

/** An account deletion that has begun. */
export interface Erasure {
  accountId: string;
  /** The account's verified address, whose waiting grants go with it. */
  email: string | null;
  accessTokenEncrypted: Uint8Array;
  requestedAt: Date;
}
