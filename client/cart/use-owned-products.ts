import { useEffect, useState } from 'react';

const nothing: ReadonlySet<string> = new Set();

/**
 * Ids of the products that the signed-in buyer owns; empty until they are known. The code for it is lazily loaded, so
 * that product pages do not carry it.
 * @param wanted false if nothing depends on the answer
 */
export function useOwnedProducts(wanted: boolean): ReadonlySet<string> {
  const [owned, setOwned] = useState(nothing);
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    let stop: (() => void) | undefined;
    import('./owned-products.ts').then(
      (part) => {
        if (!left) stop = part.watchOwnedProducts(setOwned);
      },
      // Without that code nothing is known to be owned, as for a guest.
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
      setOwned(nothing);
    };
  }, [wanted]);
  return owned;
}
