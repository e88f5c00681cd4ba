import { tabMemory } from '#client/tab-memory.ts';

/** Scroll restoration: the scroll position of each history entry of the tab, in CSS pixels. */
const memory = tabMemory(
  'scroll-positions',
  (kept): kept is [key: string, top: number][] => Array.isArray(kept) && kept.every(Array.isArray),
);
const positions = new Map(memory.read() ?? []);
/** More than anybody goes back. */
const mostKept = 50;

/** In milliseconds. After this long without input, people are reading what is there. */
const longestRestoring = 5000;

/** Events of people who move through the page themselves; a touch is a `pointerdown`. */
const moves = ['wheel', 'pointerdown', 'keydown'] as const;

/** The scroll position of this history entry when it was left; undefined for one not seen in this tab. */
export function scrollKept(key: string): number | undefined {
  return positions.get(key);
}

/**
 * Saves the scroll position of this history entry, from now on.
 * @returns a function that stops
 */
export function keepScroll(key: string): () => void {
  const { hash } = window.location;
  const remember = () => {
    // A step to a `#place` changes the address and scrolls before the new entry is known here.
    if (window.location.hash === hash) positions.set(key, window.scrollY);
  };
  const store = () => {
    // Browsers tell of a scroll with the next frame, and a page that is left in between has no further one.
    remember();
    memory.keep([...positions].slice(-mostKept));
  };
  remember();
  // The browser would restore it before the screen is rendered. Until here it has to: whoever scrolls and leaves while the
  // page is being hydrated would find its top when going back.
  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pagehide', store);
  return () => {
    window.removeEventListener('scroll', remember);
    window.removeEventListener('pagehide', store);
  };
}

/**
 * Scrolls to where the page was left. A page whose content loads late is too short at first: scrolling is repeated while
 * it grows, until the position is reached, the person moves, or a time-out.
 * @param top in CSS pixels
 * @returns a function that cancels, for when another page is shown
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
