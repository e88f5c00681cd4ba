import type { Offer, ProductType } from '#adventures/types.ts';
import { adventures } from './adventures.ts';
import { oreFromSek } from './money.ts';
import type { AdventureId } from './unlocks.ts';

export type { ProductType } from '#adventures/types.ts';

/**
 * Something the shop sells. The list is static; prices on the wire are never believed over it. Every page needs it, for
 * the cart; the words that only the shop shows are in `product-words.ts`.
 */
export interface Product {
  id: string;
  title: string;
  type: ProductType;
  /** Reachable by its slug, but in no list, sitemap or structured data. */
  hidden: boolean;
  preOrder: boolean;
  /** Price in öre, VAT included. */
  priceOre: number;
  /** The home it belongs to: its cover's name, its texts', and its accent's as `data-world` names it. */
  world: string;
  /** Path of the cover, below the site's root. */
  image: string;
  /** Slug of `/shop/product/{url}`. */
  url: string;
  /** The adventure ids that a buyer of this product owns. */
  unlocks: readonly AdventureId[];
  /** Ids of products one of which should be owned or bought along; said to the buyer, never enforced. */
  needs?: readonly string[];
  /** What it is for Stripe Tax, where it is no game. */
  taxCode?: string;
}

const offers = adventures.flatMap((home) =>
  home.products.map((offer: Offer) => ({ ...offer, world: home.id })),
);

/** What the homes of `adventures/` sell, in shelf order. */
export const catalogue: readonly Product[] = offers.map(({ price, slug, needs, ...offer }) => ({
  ...offer,
  priceOre: oreFromSek(price),
  image: `/art/${offer.world}.jpg`,
  url: slug,
  ...(needs !== undefined && { needs: productsUnlocking(needs) }),
}));

const byId = new Map(catalogue.map((product) => [product.id, product]));
const bySlug = new Map(catalogue.map((product) => [product.url, product]));

/** The product of this id, or `undefined`. */
export function productById(id: string): Product | undefined {
  return byId.get(id);
}

/** The product whose page is `/shop/product/{slug}`, or `undefined`. */
export function productBySlug(slug: string): Product | undefined {
  return bySlug.get(slug);
}

/** The products of these types that may be listed. */
export function listedProducts(types: readonly ProductType[]): Product[] {
  return catalogue.filter((product) => !product.hidden && types.includes(product.type));
}

function productsUnlocking(adventureId: AdventureId): string[] {
  return offers.filter(({ unlocks }) => unlocks.includes(adventureId)).map(({ id }) => id);
}
