import { type ComponentType, use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { cartStore } from '#client/cart/cart.ts';
import { loadedScreen, loadScreen, type ScreenName, screenAt } from '#client/routes.tsx';
import { announceHydrated } from '#client/ui/hydrated-event.ts';
import { Shell } from './Shell.tsx';

/** The whole page inside its root element; wrap it in a router. */
export function App() {
  const { key, pathname } = useLocation();
  return (
    <Shell>
      <Screen name={screenAt(pathname)} entry={key} />
    </Shell>
  );
}

/**
 * A lazily loaded screen: suspends until its code is loaded. Loaded code renders at once; the first screen is loaded
 * before hydration, so that nothing flashes.
 */
function Screen({ name, entry }: { name: ScreenName; entry: string }) {
  const Component = loadedScreen(name) ?? use(arrivingScreen(name, entry));
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each entry another screen is there
  useEffect(announceHydrated, [entry]);
  return <Component />;
}

/** The history entry that somebody has gone to last, and its screen. */
let arrival: { entry: string; screen: Promise<ComponentType> } | undefined;

/** The same promise at every render, also once it has failed: React renders again with another one, and would for ever. */
function arrivingScreen(name: ScreenName, entry: string): Promise<ComponentType> {
  if (arrival?.entry !== entry)
    arrival = { entry, screen: loadScreen(name).catch((error) => fromServer(name, error)) };
  return arrival.screen;
}

/**
 * Loads the page of a screen that failed to load from the server, which may have a newer version of the site. Only here: the
 * first screen of a document would be loaded over and over. Not without an answer, and not where the cart would be lost.
 * @throws the error of the screen
 */
async function fromServer(name: ScreenName, error: unknown): Promise<never> {
  const answer = cartStore.get().lasting ? await fetch('', { method: 'HEAD' }).catch(() => null) : null;
  // Somebody may have gone on meanwhile.
  if (!answer?.ok || screenAt(location.pathname) !== name) throw error;
  location.reload();
  return new Promise(() => {});
}
