import { useSyncExternalStore } from 'react';
import { browserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';

/**
 * A hint in local storage that somebody is signed in in this browser. Public pages check it before they load the code
 * that asks the server; it proves nothing and does not say who.
 */
const key = 'signed-in';

/** Keeps it for the pages to come. @returns whether the browser did */
export function noteSession(signedIn: boolean): boolean {
  return storeText(browserStorage(), key, signedIn ? 'yes' : null);
}

/** False while prerendering and hydrating. Another tab's sign-in counts at once. */
export function useSessionHint(): boolean {
  return useSyncExternalStore(subscribe, wasSignedIn, () => false);
}

function wasSignedIn(): boolean {
  return storedText(browserStorage(), key) === 'yes';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
