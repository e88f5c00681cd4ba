import { addTransitionType, type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';

/**
 * What react-router's BrowserRouter is, made of the same two parts. The library's own lies in one file with its links,
 * forms and prefetching, none of which the site uses (client/shell/use-site-links.ts follows links): every first load would
 * carry 4 kB more. The name warns that the history is the library's own affair: look here after an update of it.
 */
export function SiteRouter({ children }: { children: ReactNode }) {
  // `v5Compat` has the history tell its listener of pushes and replacements too, and not only of going back.
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setEntry] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen((entry) =>
        startTransition(() => {
          // What moves between pages (styles/transitions.css) moves for this and for no other update.
          addTransitionType('page');
          setEntry(entry);
        }),
      ),
    [history],
  );
  return (
    <Router navigator={history} location={location} navigationType={action}>
      {children}
    </Router>
  );
}
