import { useCallback, useEffect, useState } from 'react';
import { fetchUnlockedContent } from '#client/api/unlocked-content.ts';
import { withFreshToken } from '#client/auth/account.ts';
import { type Product, productById } from '#shared/catalogue.ts';
import { ownedItems } from '#shared/unlocks.ts';
import { callFaultText } from './call-fault.ts';

/** Something on the account's shelf. */
export type ShelfItem =
  | { kind: 'product'; product: Product }
  | { kind: 'download'; downloadId: 'fod-artbook' };

export type MyProducts =
  | { status: 'loading' }
  | { status: 'failed'; fault: string }
  | { status: 'loaded'; items: readonly ShelfItem[] };

/**
 * What the account owns, asked for again whenever `loads` rises or `reload` is called.
 * @param username whose: another person's products are never shown, not even while loading
 */
export function useMyProducts(username: string, loads: number): [MyProducts, () => void] {
  const [products, setProducts] = useState<MyProducts>({ status: 'loading' });
  const [reloads, setReloads] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, another load or another try each ask again
  useEffect(() => {
    const abort = new AbortController();
    setProducts({ status: 'loading' });
    withFreshToken(({ idToken }) => fetchUnlockedContent({ idToken, signal: abort.signal })).then(
      (ids) => {
        if (!abort.signal.aborted) setProducts({ status: 'loaded', items: shelfOf(ids) });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setProducts({ status: 'failed', fault: callFaultText(error) });
      },
    );
    return () => abort.abort();
  }, [username, loads, reloads]);

  return [products, useCallback(() => setReloads((before) => before + 1), [])];
}

/** "Owned products are found in the catalogue by id" (specification, section 3); what is not sold here is left out. */
export function shelfOf(adventureIds: readonly string[]): ShelfItem[] {
  return ownedItems(adventureIds).flatMap((item): ShelfItem[] => {
    if (item.kind === 'download') return [item];
    const product = productById(item.productId);
    return product ? [{ kind: 'product', product }] : [];
  });
}
