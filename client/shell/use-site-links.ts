import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { failedScreens, loadScreen, screenAt } from '#client/routes.tsx';
import { isLost } from '#client/ui/hydrated-event.ts';
import { keepFollowedLink } from './link-memory.ts';

/**
 * Client-side navigation for every plain `<a href>` to another page of the site, and prefetching of that page's code when the
 * link is pointed at, touched or focused. One listener for the whole document serves links inside running text as well,
 * which the router's own link component (3 kB) could not.
 * @param key of the current history entry
 */
export function useSiteLinks(key: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = siteLink(event.target);
      if (!link || event.defaultPrevented || event.button !== 0) return;
      // Another tab, another window and a download are left to the browser, and so is what follows a lost part, or a page
      // whose code failed to load before.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (isLost || failedScreens.has(screenAt(link.pathname))) return;
      if (link.target || link.hasAttribute('download')) return;
      // So is a step within this page.
      const samePage = link.pathname === location.pathname && link.search === location.search;
      if (samePage && link.hash) return;
      event.preventDefault();
      keepFollowedLink(key, link);
      // The current page gets no second history entry.
      void navigate(link.pathname + link.search + link.hash, { replace: samePage });
    };
    document.addEventListener('click', follow);
    document.addEventListener('pointerover', prefetch, { passive: true });
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('click', follow);
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
  }, [navigate, key]);
}

/**
 * The link that contains the target, if it leads to a page of the site. Anything else on this host is left to the server.
 */
function siteLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin !== location.origin) return null;
  return screenAt(link.pathname) === 'notFound' ? null : link;
}

function prefetch({ target }: Event): void {
  const link = siteLink(target);
  if (!link) return;
  // If it fails, and somebody clicks, the browser loads the whole page.
  loadScreen(screenAt(link.pathname)).catch(() => undefined);
}
