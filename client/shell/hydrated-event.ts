/**
 * Tells client/start.ts that the first screen is hydrated, or that something else has been rendered in its place: queued
 * clicks may be replayed now.
 */
export function announceHydrated(): void {
  document.dispatchEvent(new Event('hydrated'));
}
