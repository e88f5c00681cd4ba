import './styles/base.css';
import 'virtual:adventures.css';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/transitions.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { siteConfig } from './config.ts';
import { loadScreen, screenAt } from './routes.tsx';
import { nameHistoryEntry } from './shell/history-entry.ts';
import { SiteRouter } from './shell/SiteRouter.tsx';
import { installTrustedTypes } from './shell/trusted-types.ts';
import { announceLost } from './ui/hydrated-event.ts';

installTrustedTypes(location.origin);

/**
 * Yields to the browser between two tasks, so that it can answer input: on a cheap phone a single long task would block
 * it.
 */
const nextTask = () => new Promise<void>((begun) => setTimeout(begun));

async function hydrate(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('This page has no #root element to live in.');
  const app = (
    <StrictMode>
      <SiteRouter />
    </StrictMode>
  );
  await nextTask();
  nameHistoryEntry();
  // A step to a `#place` makes an entry without the router.
  window.onpopstate = nameHistoryEntry;
  await nextTask();
  await loadScreen(screenAt(location.pathname));
  // The development server sends an empty root; the real one sends the whole page.
  if (!root.firstElementChild) createRoot(root).render(app);
  // Whoever has gone back meanwhile is about to get another page (client/start.ts). Hydrating in a transition lets the browser
  // answer input in between.
  else if (location.pathname === document.documentElement.dataset['path'])
    startTransition(() => void hydrateRoot(root, app));
}

/** How long after hydration Web Vitals start, in milliseconds: by then the first load is complete. */
const measureAfterMs = 2000;

function measureLater(): void {
  const { webVitalsPath } = siteConfig();
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (webVitalsPath === null || doNotTrack === '1' || globalPrivacyControl) return;
  setTimeout(
    () =>
      import('./web-vitals/measure.ts').then(
        (part) => part.measureWebVitals(webVitalsPath),
        () => {
          // Optional: offline, or under a newer version of the site, this page reports nothing.
        },
      ),
    measureAfterMs,
  );
}

addEventListener('hydrated', measureLater, { once: true });
hydrate().catch((error: unknown) => {
  announceLost();
  throw error;
});
