import { fetchUnlockedContent } from '#client/api/unlocked-content.ts';
import { type Product, productById } from '#shared/catalogue.ts';
import { downloadById, type OwnedDownload, ownedItems } from '#shared/unlocks.ts';

/** Something on the account's shelf. */
export type ShelfItem = { kind: 'product'; product: Product } | ({ kind: 'download' } & OwnedDownload);

/** What the account owns. */
export async function fetchShelf(options: { idToken: string; signal: AbortSignal }): Promise<ShelfItem[]> {
  return shelfOf(await fetchUnlockedContent(options));
}

/** "Owned products are found in the catalogue by id" (specification, section 3); what is not sold here is left out. */
export function shelfOf(adventureIds: readonly string[]): ShelfItem[] {
  return ownedItems(adventureIds).flatMap((item): ShelfItem[] => {
    if (item.kind === 'download') {
      const download = downloadById(item.downloadId);
      return download ? [{ kind: 'download', ...download }] : [];
    }
    const product = productById(item.productId);
    return product ? [{ kind: 'product', product }] : [];
  });
}
