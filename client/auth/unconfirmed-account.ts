/** An account created in this tab whose code was not typed yet. */
export interface UnconfirmedAccount {
  username: string;
  /** Where the code went, as it is shown. */
  destination: string;
}

/** In session storage, so only for this tab: for people who go to their mail and come back to a reloaded page. */
const storageKey = 'unconfirmed-account';

/** Stores it across a reload. The password is not stored. */
export function keepUnconfirmed(account: UnconfirmedAccount): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(account));
  } catch {
    // Without storage a reload forgets the step; signing in leads to it again.
  }
}

/** What was kept, or `null`. */
export function readUnconfirmed(): UnconfirmedAccount | null {
  try {
    const { username, destination } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return typeof username === 'string' && typeof destination === 'string' ? { username, destination } : null;
  } catch {
    // No storage, or not our data.
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
