/** A reset code that was mailed on a request from this tab, and may not have been entered yet. */
export interface SentResetCode {
  username: string;
  /** Where the code went, masked by the service, if it said so. */
  destination: string | null;
}

/**
 * In session storage, so only for this tab: for people who go to their mail and come back to a page that their phone has
 * loaded again. Another code would send them to their mail once more.
 */
const storageKey = 'sent-reset-code';
/** How long a code works. */
const lastsMs = 60 * 60 * 1000;

/** Stores it across a reload. @param now milliseconds since the epoch */
export function keepSentResetCode({ username, destination }: SentResetCode, now: number): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ username, destination, sentAt: now }));
  } catch {
    // Without storage a reload forgets the step; another code can be requested.
  }
}

/** What was kept, or `null` when there is none that could still work. @param now milliseconds since the epoch */
export function readSentResetCode(now: number): SentResetCode | null {
  try {
    const { username, destination, sentAt } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    const isWhole = typeof username === 'string' && (destination === null || typeof destination === 'string');
    return isWhole && Math.abs(now - sentAt) < lastsMs ? { username, destination } : null;
  } catch {
    // No storage, or not our data.
    return null;
  }
}

/** The password is changed, or another code is requested instead. */
export function forgetSentResetCode(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}
