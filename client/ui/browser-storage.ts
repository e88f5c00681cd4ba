/** What is used of a browser's storage. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Local storage, shared by all tabs, or this tab's session storage. `null` without it: when a browser blocks it, even
 * accessing it throws; Node has none.
 */
export function browserStorage(
  kind: 'localStorage' | 'sessionStorage' = 'localStorage',
): BrowserStorage | null {
  if (typeof window === 'undefined') return null;
  try {
    return window[kind];
  } catch {
    return null;
  }
}

/**
 * The text stored under a key; `null` for none, `undefined` where the browser stores nothing or fails to read it: its files
 * may be damaged (Firefox's NS_ERROR_FILE_CORRUPTED).
 */
export function storedText(storage: BrowserStorage | null, key: string): string | null | undefined {
  try {
    return storage?.getItem(key);
  } catch {
    return undefined;
  }
}

/**
 * Stores a text under a key, or deletes what is stored there for `null`.
 * @returns whether the browser did: it may store nothing, be full, or refuse in a private window
 */
export function storeText(storage: BrowserStorage | null, key: string, text: string | null): boolean {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}
