import { unnamedEntry } from './history-entry.ts';

/** Scroll restoration: how far each entry of the tab's history was scrolled, in CSS pixels, in session storage. */
const storageKey = 'scroll-positions';
const positions = new Map<string, number>(readPositions());

/** In milliseconds. Whoever has sat still for so long reads what is there. */
const longestRestoring = 5000;

/** What a person does to move through the page themselves. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

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

/**
 * Scrolls to where the page was left. A page whose content comes late is too short at first: it is followed while it grows,
 * until the place is there, the person moves, or has had time to begin to read.
 * @param top in CSS pixels
 * @returns a function that gives up, for when another page is shown
 */
export function restoreScroll(top: number): () => void {
  const page = document.documentElement;
  const move = new AbortController();
  const growth = new ResizeObserver(go);
  const tooLate = setTimeout(stop, longestRestoring);
  function stop() {
    clearTimeout(tooLate);
    growth.disconnect();
    move.abort();
  }
  function go() {
    window.scrollTo(0, top);
    if (page.scrollHeight - page.clientHeight >= top) stop();
  }
  growth.observe(page);
  for (const name of moves) {
    window.addEventListener(name, stop, { signal: move.signal, passive: true });
  }
  go();
  return stop;
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
