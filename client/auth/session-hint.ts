import { useSyncExternalStore } from 'react';
import { browserStorage } from '#client/ui/browser-storage.ts';

/**
 * Whether somebody was signed in when this browser last heard of it. Pages for everybody ask it before they load what
 * finds out more; it proves nothing, and who it is stays with the server.
 */
const key = 'signed-in';

/** Keeps it for the pages to come. @returns whether the browser did */
export function noteSession(signedIn: boolean): boolean {
  const storage = browserStorage();
  try {
    if (signedIn) storage?.setItem(key, 'yes');
    else storage?.removeItem(key);
    return storage !== null;
  } catch {
    return false;
  }
}

/** False while prerendering and hydrating. Another tab's sign-in counts at once. */
export function useSessionHint(): boolean {
  return useSyncExternalStore(subscribe, wasSignedIn, () => false);
}

function wasSignedIn(): boolean {
  return browserStorage()?.getItem(key) === 'yes';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
