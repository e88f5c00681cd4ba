import { unnamedEntry } from './history-entry.ts';

/** Scroll restoration: how far each entry of the tab's history was scrolled, in CSS pixels, in session storage. */
const storageKey = 'scroll-positions';
const positions = new Map<string, number>(readPositions());

/** How far the page of this history entry was scrolled when it was left; undefined for one not seen in this tab. */
export function scrollKept(key: string): number | undefined {
  return positions.get(key);
}

/**
 * Saves how far the page of this history entry is scrolled, from now on.
 * @returns a function that stops
 */
export function keepScroll(key: string): () => void {
  const remember = () => {
    // Several entries share that name, so it says nothing of this one.
    if (key !== unnamedEntry) positions.set(key, window.scrollY);
  };
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
