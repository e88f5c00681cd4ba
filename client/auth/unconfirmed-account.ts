/** An account of this tab whose code is still to be typed. */
export interface UnconfirmedAccount {
  username: string;
  /** Where the code went, as it is shown. */
  destination: string;
}

/** In session storage, so only for this tab: whoever goes to their mail and comes back to a page that was loaded again. */
const storageKey = 'unconfirmed-account';

/** Keeps it over a reload. The password is not kept. */
export function keepUnconfirmed(account: UnconfirmedAccount): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(account));
  } catch {
    // A browser without storage forgets the step over a reload; signing in leads to it again.
  }
}

/** What was kept, or `null`. */
export function readUnconfirmed(): UnconfirmedAccount | null {
  try {
    const { username, destination } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return typeof username === 'string' && typeof destination === 'string' ? { username, destination } : null;
  } catch {
    // No storage, or not ours.
    return null;
  }
}

/** The account is confirmed, or another one is made instead. */
export function forgetUnconfirmed(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}
