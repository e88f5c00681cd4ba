import { use, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { loadedScreen, loadScreen, patternsOf, routeNames, type ScreenName } from '#client/routes.tsx';
import { redirects } from '#shared/routes.ts';
import { Shell } from './Shell.tsx';
import { tookOver } from './taken-over.ts';

/** The whole page inside its root element; a router stands around it. */
export function App() {
  return (
    <Shell>
      <Routes>
        {routeNames.flatMap((name) =>
          patternsOf(name).map((pattern) => (
            <Route key={pattern} path={pattern} element={<Screen name={name} />} />
          )),
        )}
        {Object.entries(redirects).map(([from, to]) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<Screen name="notFound" />} />
      </Routes>
    </Shell>
  );
}

/**
 * Shows a screen, and waits for its code where that is not here yet. What is here renders at once: the first screen of
 * a page is loaded before React takes the page over, so nothing flashes.
 */
function Screen({ name }: { name: ScreenName }) {
  const Component = loadedScreen(name) ?? use(loadScreen(name));
  useEffect(tookOver, []);
  return <Component />;
}
