/** Whether the prerendered page is still to be taken over. React may draw it anew instead: `useHydrated` is true then already. */
export let isFirstRender = true;

/**
 * Tells client/start.ts that the first screen is hydrated, or that something else was rendered in its place, so that
 * queued clicks can be replayed.
 */
export function announceHydrated(): void {
  isFirstRender = false;
  dispatchEvent(new Event('hydrated'));
}

/**
 * Whether a script of this document failed to load. React waits for it for ever and would render no other page either, so
 * links then load the next page from the server (use-site-links.ts).
 */
export let isLost = false;

/**
 * Tells client/start.ts that a script failed to load: that of the first screen, so that the page will never be hydrated, or
 * that of a part which comes late.
 */
export function announceLost(): void {
  isLost = true;
  dispatchEvent(new Event('lost'));
}
