/**
 * What the mobile app calls an adventure, and what the site shows for it.
 *
 * An adventure id is the unit of entitlement: purchases, activation codes and imports all grant adventure ids, and
 * `GET /api/unlocked-content` returns them as they were granted. Two of them stand for something else on the shelf,
 * as the specification's mapping says (section 3, "Unlocked adventures").
 */

/** Every adventure id that can be granted. */
export const adventureIds = [
  'fod',
  'fist',
  'fod-expansions',
  'coc_aatt',
  'fod-kickstarter',
  'fist-pre-order',
] as const;
export type AdventureId = (typeof adventureIds)[number];

/** Whether `id` is something that a purchase, a code or an import may grant. */
export function isAdventureId(id: string): id is AdventureId {
  return (adventureIds as readonly string[]).includes(id);
}

/** An owned thing on the account page: a catalogue product, or a file to download. */
export type OwnedItem =
  | { kind: 'product'; productId: string }
  | { kind: 'download'; downloadId: 'fod-artbook' };

const ownedItemsByAdventureId: Partial<Record<AdventureId, readonly OwnedItem[]>> = {
  'fist-pre-order': [{ kind: 'product', productId: 'fist' }],
  'fod-kickstarter': [
    { kind: 'product', productId: 'fod' },
    { kind: 'download', downloadId: 'fod-artbook' },
  ],
};

/**
 * The things a holder of these adventure ids owns, each once, in the order first met. Ids that mean nothing here (an
 * app may know adventures the shop does not sell) are returned as products of that id; the caller drops those that
 * the catalogue does not have.
 */
export function ownedItems(ids: readonly string[]): OwnedItem[] {
  const items = new Map<string, OwnedItem>();
  for (const id of ids) {
    const mapped = isAdventureId(id) ? ownedItemsByAdventureId[id] : undefined;
    for (const item of mapped ?? [{ kind: 'product', productId: id } as const]) {
      items.set(JSON.stringify(item), item);
    }
  }
  return [...items.values()];
}
