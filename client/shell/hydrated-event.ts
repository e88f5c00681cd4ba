/**
 * Tells client/start.ts that the first screen is hydrated, or that something else was rendered in its place, so that
 * queued clicks can be replayed.
 */
export function announceHydrated(): void {
  document.dispatchEvent(new Event('hydrated'));
}

/** Tells client/start.ts that the first screen's script failed to load, so that the page will never be hydrated. */
export function announceLost(): void {
  document.dispatchEvent(new Event('lost'));
}
