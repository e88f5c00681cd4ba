/** Local storage, or `null` where there is none: merely naming it throws when a browser blocks it, and Node has none. */
export function browserStorage(): Storage | null {
  if (typeof window === 'undefined') return null;
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
