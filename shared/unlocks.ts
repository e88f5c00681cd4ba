import { downloads, type OwnedDownload, rewards } from '#homes/grants';
import { adventures } from './adventures.ts';

/**
 * Adventure ids, which the mobile app uses too, and what the site shows for each.
 *
 * An adventure id is the unit of entitlement: purchases, activation codes and imports all grant adventure ids, and
 * `readUnlockedContent` returns them as they were granted. Rewards are shown as other products, according to the
 * specification's mapping (section 3, "Unlocked adventures").
 */

export { downloads, type OwnedDownload } from '#homes/grants';

/** A grantable id; check with `isAdventureId`. */
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
 * What the owner of these adventure ids owns, without duplicates, in the order of first occurrence. Unknown ids (an app
 * may know adventures that the shop does not sell) are returned as products of that id; the caller drops those that are
 * not in the catalogue.
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
