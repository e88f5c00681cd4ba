/**
 * Tells client/start.ts that the first screen is hydrated, or that something else was rendered in its place, so that
 * queued clicks can be replayed.
 */
export function announceHydrated(): void {
  document.dispatchEvent(new Event('hydrated'));
}
