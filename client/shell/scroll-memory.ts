/** Where each entry of the tab's history was left, in CSS pixels from the top; kept for as long as the tab is. */
const storageKey = 'scroll-positions';
const positions = new Map<string, number>(readPositions());

/** How far down the page of this history entry was left, if it has been seen in this tab. */
export function scrollKept(key: string): number | undefined {
  return positions.get(key);
}

/**
 * Follows the scrolling of the page of this history entry.
 * @returns a function that stops
 */
export function keepScroll(key: string): () => void {
  const remember = () => positions.set(key, window.scrollY);
  const store = () => writePositions();
  remember();
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pagehide', store);
  return () => {
    window.removeEventListener('scroll', remember);
    window.removeEventListener('pagehide', store);
  };
}

function readPositions(): [string, number][] {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(parsed) ? (parsed as [string, number][]) : [];
  } catch {
    // No storage, or not ours: pages then begin at their top after a reload, which harms nobody.
    return [];
  }
}

function writePositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)));
  } catch {
    // A browser without storage forgets positions over a reload; within the page the map still has them.
    return;
  }
}
