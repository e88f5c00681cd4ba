import { downloads, type OwnedDownload, rewards } from '#homes/grants';
import { adventures } from './adventures.ts';

/**
 * What the mobile app calls an adventure, and what the site shows for it.
 *
 * An adventure id is the unit of entitlement: purchases, activation codes and imports all grant adventure ids, and
 * `readUnlockedContent` returns them as they were granted. Rewards stand for something else on the shelf, as the
 * specification's mapping says (section 3, "Unlocked adventures").
 */

export { downloads, type OwnedDownload } from '#homes/grants';

/** An id that can be granted: `isAdventureId` says which can. */
export type AdventureId = string;

/** Every adventure id that can be granted. */
export const adventureIds: readonly AdventureId[] = [
  ...new Set([
    ...adventures.flatMap(({ products }) => products.flatMap(({ unlocks }) => unlocks)),
    ...rewards.map(({ id }) => id),
  ]),
];

/** Whether `id` is something that a purchase, a code or an import may grant. */
export function isAdventureId(id: string): id is AdventureId {
  return adventureIds.includes(id);
}

/** An owned thing on the account page: a catalogue product, or a file to download. */
type OwnedItem = { kind: 'product'; productId: string } | { kind: 'download'; downloadId: string };

/**
 * The things a holder of these adventure ids owns, each once, in the order first met. Ids that mean nothing here (an
 * app may know adventures the shop does not sell) are returned as products of that id; the caller drops those that
 * the catalogue does not have.
 */
export function ownedItems(ids: readonly string[]): OwnedItem[] {
  const items = new Map<string, OwnedItem>();
  for (const id of ids) {
    const reward = rewards.find((candidate) => candidate.id === id);
    items.set(`product:${reward?.countsAs ?? id}`, { kind: 'product', productId: reward?.countsAs ?? id });
    for (const downloadId of reward?.downloads ?? []) {
      items.set(`download:${downloadId}`, { kind: 'download', downloadId });
    }
  }
  return [...items.values()];
}

/** The file of this id, or `undefined`. */
export function downloadById(id: string): OwnedDownload | undefined {
  return downloads.find((download) => download.id === id);
}
