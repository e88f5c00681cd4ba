/**
 * Tells client/start.ts that the first screen is hydrated, or that something else was rendered in its place, so that
 * queued clicks can be replayed.
 */
export function announceHydrated(): void {
  document.dispatchEvent(new Event('hydrated'));
}

/**
 * Tells client/start.ts that a script failed to load: that of the first screen, so that the page will never be hydrated, or
 * that of a part which comes late.
 */
export function announceLost(): void {
  document.dispatchEvent(new Event('lost'));
}
