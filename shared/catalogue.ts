import type { Offer, ProductType } from '#adventures/types.ts';
import { adventures } from './adventures.ts';
import { oreFromSek } from './money.ts';
import type { AdventureId } from './unlocks.ts';

export type { ProductType } from '#adventures/types.ts';

/**
 * The catalogue: a product that the shop sells. It is static, and prices sent by clients are never trusted. Every page
 * loads it, for the cart; texts that only the shop shows are in `product-words.ts`.
 */
export interface Product {
  id: string;
  title: string;
  type: ProductType;
  /** Has a page at its slug, but is in no list, sitemap or structured data. */
  hidden: boolean;
  preOrder: boolean;
  /** Price in öre, VAT included. */
  priceOre: number;
  /** Its home's id: names its cover, its texts and its accent (`data-world`). */
  world: string;
  /** Path of the cover, below the site's root. */
  image: string;
  /** Slug of `/shop/product/{url}`. */
  url: string;
  /** The adventure ids that the product unlocks. */
  unlocks: readonly AdventureId[];
  /** Ids of products of which one should be owned or bought too; a hint for the buyer, never enforced. */
  needs?: readonly string[];
  /** Its tax code for Stripe Tax, if it is not a game. */
  taxCode?: string;
}

const offers = adventures.flatMap((home) =>
  home.products.map((offer: Offer) => ({ ...offer, world: home.id })),
);

/** All products of the homes in `adventures/`, in the shop's order. */
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

/** The products of these types that may be listed (not hidden). */
export function listedProducts(types: readonly ProductType[]): Product[] {
  return catalogue.filter((product) => !product.hidden && types.includes(product.type));
}

function productsUnlocking(adventureId: AdventureId): string[] {
  return offers.filter(({ unlocks }) => unlocks.includes(adventureId)).map(({ id }) => id);
}
