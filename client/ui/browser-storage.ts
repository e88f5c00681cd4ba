/** Local storage, or `null` without it: when a browser blocks it, even accessing it throws; Node has none. */
export function browserStorage(): Storage | null {
  if (typeof window === 'undefined') return null;
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
