import { addTransitionType, useLayoutEffect, useState, useTransition } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { loadedScreen, screenAt } from '#client/routes.tsx';
import { App } from './App.tsx';

/**
 * The site in the browser. The router is react-router's BrowserRouter, made here of its two parts: the library's is in one file
 * with its links, forms and prefetching, none of which the site uses (client/shell/use-site-links.ts follows links), and every
 * first load would carry 4 kB more. The import's name warns that the history is internal to the library: check here after an update
 * of it.
 */
export function SiteRouter() {
  // With `v5Compat` the history also notifies its listener of pushes and replacements, not only of going back.
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setEntry] = useState({ action: history.action, location: history.location });
  const [isWaiting, startTransition] = useTransition();
  useLayoutEffect(
    () =>
      history.listen(({ location }) => {
        const show = () =>
          startTransition(() => {
            // View transitions (styles/transitions.css) run for this update only.
            addTransitionType('page');
            // The newest entry, if another one was gone to meanwhile.
            setEntry({ action: history.action, location: history.location });
          });
        // While the browser tells of going back (`popstate`), React waits for no code: it would take the old page away at once.
        if (loadedScreen(screenAt(location.pathname))) show();
        else setTimeout(show);
      }),
    [history],
  );
  return (
    <Router navigator={history} location={location} navigationType={action}>
      <App isWaiting={isWaiting} />
    </Router>
  );
}
