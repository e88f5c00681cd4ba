import { fetchUnlockedContent } from '#client/api/unlocked-content.ts';
import { accountStore, withFreshToken } from '#client/auth/account.ts';
import { ownedProductIds } from '#shared/overlapping-products.ts';

const nothing: ReadonlySet<string> = new Set();

/**
 * Reports the ids of the products that the signed-in buyer owns, now and whenever somebody else signs in. Reports none
 * for guests, while loading, and when loading fails: the screens only use them for advice, and a sale never waits for
 * them.
 * @returns a function that stops
 */
export function watchOwnedProducts(onChange: (ids: ReadonlySet<string>) => void): () => void {
  const store = accountStore();
  let asked: string | null = null;
  let leaving = new AbortController();

  const look = () => {
    const state = store.getState();
    const username = state.status === 'signed-in' ? state.user.username : null;
    if (username === asked) return;
    asked = username;
    leaving.abort();
    leaving = new AbortController();
    onChange(nothing);
    if (username !== null) tell(leaving.signal);
  };

  const tell = (signal: AbortSignal) => {
    withFreshToken(({ idToken }) => fetchUnlockedContent({ idToken, signal })).then(
      (adventureIds) => {
        if (!signal.aborted) onChange(ownedProductIds(adventureIds));
      },
      () => undefined,
    );
  };

  const unsubscribe = store.subscribe(look);
  store.start();
  look();
  return () => {
    unsubscribe();
    leaving.abort();
  };
}
