import { type ComponentType, use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { cartStore } from '#client/cart/cart.ts';
import { loadedScreen, loadScreen, type ScreenName, screenAt } from '#client/routes.tsx';
import { announceHydrated } from '#client/ui/hydrated-event.ts';
import { inTime } from '#client/ui/in-time.ts';
import { PageWait } from './PageWait.tsx';
import { Shell } from './Shell.tsx';

/**
 * All that the root element holds; wrap it in a router. The prerendered page and the browser's must have the same
 * components in the same places, which React counts for `useId`: what hints and labels name would not be there otherwise.
 */
export function App({ isWaiting = false }: { isWaiting?: boolean }) {
  return (
    <>
      {page}
      {isWaiting ? <PageWait /> : null}
    </>
  );
}

function Page() {
  const { key, pathname } = useLocation();
  return (
    <Shell>
      <Screen name={screenAt(pathname)} entry={key} />
    </Shell>
  );
}

/** The same element at every render: the page is not rendered again because a wait begins or ends. */
const page = <Page />;

/**
 * A lazily loaded screen: suspends until its code is loaded. Loaded code renders at once; the first screen is loaded
 * before hydration, so that nothing flashes.
 */
function Screen({ name, entry }: { name: ScreenName; entry: string }) {
  const Component = loadedScreen(name) ?? use(arrivingScreen(name, entry));
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each entry another screen is there
  useEffect(() => {
    entryToCome = undefined;
    announceHydrated();
  }, [entry]);
  return <Component />;
}

/** The history entry that somebody is going to. Forgotten once a screen is there: who comes back to the entry asks anew. */
let entryToCome: string | undefined;
let screenToCome: Promise<ComponentType>;

/**
 * The same promise at every render, also once it has failed: React renders again with another one, and would for ever.
 *
 * The page of a screen that fails to load is loaded from the server, which may have a newer version of the site. Only here: the
 * first screen of a document would be loaded over and over. Not without an answer, and not where the cart would be lost:
 * the promise then fails with the error of the screen.
 */
function arrivingScreen(name: ScreenName, entry: string): Promise<ComponentType> {
  if (entryToCome !== entry) {
    entryToCome = entry;
    screenToCome = loadScreen(name).catch(async (error) => {
      const answer = await inTime(fetch('', { method: 'HEAD' })).catch(() => null);
      // Somebody may have gone on meanwhile.
      const mayLoad = answer?.ok && cartStore.get().lasting && screenAt(location.pathname) === name;
      if (!mayLoad) throw error;
      location.reload();
      return new Promise<never>(() => {});
    });
  }
  return screenToCome;
}
