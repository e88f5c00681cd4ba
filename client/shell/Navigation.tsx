import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx';
import { followedLink } from './link-memory.ts';
import { keepScroll, restoreScroll, scrollKept } from './scroll-memory.ts';
import { useSiteLinks } from './use-site-links.ts';

/**
 * "On every navigation the page title is set when the route has one, and the page scrolls to the top" (specification, section 2).
 * Scroll, focus and announcement on client-side navigation, which browsers only do between documents: the new page starts
 * at its top (going back, where it was left), the focus goes to its heading (going back, to the link by which it was left,
 * which is where the page is scrolled to), and its title is read out.
 */
export function Navigation() {
  const { key, pathname, hash } = useLocation();
  const direction = useNavigationType();
  const shown = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const stopRestoring = useRef(() => {});

  useLayoutEffect(() => {
    stopRestoring.current();
    const before = shown.current;
    shown.current = pathname;
    // To a `#place` of the same page the browser scrolls, but not back from it.
    const kept = direction === 'POP' && (before !== pathname || !hash) ? scrollKept(key) : undefined;
    // If somebody has started to read the page before its code was loaded, they stay where they are.
    if (before === null && (kept === undefined || window.scrollY > 0)) return;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (kept !== undefined) stopRestoring.current = restoreScroll(kept);
    else if (target) target.scrollIntoView();
    else if (direction !== 'POP' || before !== pathname) window.scrollTo(0, 0);
    // The browser has read out the first page; a step within a page (the skip link) is the browser's, too.
    if (before === null || before === pathname) return;
    const start = followedLink(key) ?? target ?? document.querySelector<HTMLElement>('main h1');
    start?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  }, [key, pathname, hash, direction]);

  // Before the next frame, which tells of the scroll above: it is the new entry's.
  useLayoutEffect(() => keepScroll(key), [key]);
  useSiteLinks(key);

  return (
    <VisuallyHidden>
      <span role="status">{announcement}</span>
    </VisuallyHidden>
  );
}
