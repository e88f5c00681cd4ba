/** Whether the prerendered page is still to be taken over. React may draw it anew instead: `useHydrated` is true then already. */
export let isFirstRender = true;

/**
 * Tells client/start.ts that a screen, or what somebody has asked for on it, is there, or that something else was rendered in
 * its place. After the first, queued clicks can be replayed; after each, the page says no longer that a part is missing,
 * unless a script of the document is lost.
 */
export function announceHydrated(): void {
  isFirstRender = false;
  dispatchEvent(new Event('hydrated'));
  if (isLost) announceMissing();
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
  announceMissing();
}

/**
 * Tells client/start.ts that something somebody has asked for did not load. The page does without it, and so do its links: it
 * says so until another attempt brings it, or another screen is shown (`announceHydrated`).
 */
export function announceMissing(): void {
  dispatchEvent(new Event('lost'));
}

/** An update of the site takes the files away that older pages load late; nothing tells that from a lost connection. */
export const whyMissing = 'The site may be newer than this page, or you are offline.';
