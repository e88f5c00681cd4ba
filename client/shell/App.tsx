import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { loadedScreen, loadScreen, type ScreenName, screenAt } from '#client/routes.tsx';
import { announceHydrated } from '#client/ui/hydrated-event.ts';
import { Shell } from './Shell.tsx';

/** The whole page inside its root element; wrap it in a router. */
export function App() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <Screen name={screenAt(pathname)} />
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
