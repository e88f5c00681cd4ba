/** Local storage, or `null` without it: when a browser blocks it, even accessing it throws; Node has none. */
export function browserStorage(): Storage | null {
  if (typeof window === 'undefined') return null;
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * Changes what is stored.
 * @returns whether the browser did: it may store nothing, be full, or refuse in a private window
 */
export function changeStorage<Part>(storage: Part | null, change: (storage: Part) => void): boolean {
  if (!storage) return false;
  try {
    change(storage);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}
