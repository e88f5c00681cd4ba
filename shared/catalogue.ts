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
  /** Keeps its title, its page and what it unlocks, but cannot be bought any more. It is hidden as well. */
  discontinued?: true;
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

/** The product of this id, or `undefined`. */
export function productById(id: string): Product | undefined {
  return catalogue.find((product) => product.id === id);
}

/** The title of the product of this id; the id if it left the catalogue. */
export const titleById = (id: string): string => productById(id)?.title ?? id;

/** The product of this id as long as the shop sells it: for carts and payments. Orders and accounts use `productById`. */
export function productOnSale(id: string): Product | undefined {
  return catalogue.find((product) => product.id === id && !product.discontinued);
}

/** The product whose page is `/shop/product/{slug}`, or `undefined`. */
export function productBySlug(slug: string): Product | undefined {
  return catalogue.find((product) => product.url === slug);
}

/** The products of these types that may be listed (not hidden). */
export function listedProducts(types: readonly ProductType[]): Product[] {
  return catalogue.filter((product) => !product.hidden && types.includes(product.type));
}

function productsUnlocking(adventureId: AdventureId): string[] {
  return offers.filter(({ unlocks }) => unlocks.includes(adventureId)).map(({ id }) => id);
}
