import { use, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { loadedScreen, loadScreen, patternsOf, routeNames, type ScreenName } from '#client/routes.tsx';
import { redirects } from '#shared/routes.ts';
import { announceHydrated } from './hydrated-event.ts';
import { Shell } from './Shell.tsx';

/** The whole page inside its root element; wrap it in a router. */
export function App() {
  return (
    <Shell>
      <Routes>
        {routeNames.flatMap((name) =>
          patternsOf(name).map((pattern) => (
            <Route key={pattern} path={pattern} element={<Screen name={name} />} />
          )),
        )}
        {[...redirects].map(([from, to]) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<Screen name="notFound" />} />
      </Routes>
    </Shell>
  );
}

/**
 * A lazily loaded screen: suspends until its code is loaded. Loaded code renders at once; the first screen is loaded
 * before hydration, so that nothing flashes.
 */
function Screen({ name }: { name: ScreenName }) {
  const Component = loadedScreen(name) ?? use(loadScreen(name));
  useEffect(announceHydrated, []);
  return <Component />;
}
