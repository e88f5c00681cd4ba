import { oreFromSek } from './money.ts';
import type { AdventureId } from './unlocks.ts';

export type ProductType = 'game' | 'bundle' | 'expansion';

/**
 * Something the shop sells. The list is static; prices on the wire are never believed over it. Every page needs it, for
 * the cart; the words that only the shop shows are in `product-words.ts` and `long-descriptions.ts`.
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
  /** Path of the cover, below the site's root. */
  image: string;
  /** Slug of `/shop/product/{url}`. */
  url: string;
  /** The adventure ids that a buyer of this product owns. */
  unlocks: readonly AdventureId[];
  /** Ids of products one of which should be owned or bought along; said to the buyer, never enforced. */
  needs?: readonly string[];
}

const fortressOfDeath = {
  title: 'Lone Wolf The Fortress of Death',
  type: 'game',
  image: '/art/fod.jpg',
} as const;

/** The specification's seven products (section 3), in shelf order. */
export const catalogue: readonly Product[] = [
  {
    ...fortressOfDeath,
    id: 'fod',
    hidden: false,
    preOrder: false,
    priceOre: oreFromSek(250),
    url: 'fod',
    unlocks: ['fod'],
  },
  {
    id: 'fist',
    title: "Steve Jackson's F.I.S.T.",
    type: 'game',
    hidden: false,
    preOrder: false,
    priceOre: oreFromSek(250),
    image: '/art/fist.jpg',
    url: 'fist',
    unlocks: ['fist'],
  },
  {
    id: 'coc_aatt',
    title: 'Call of Cthulhu: Alone Against the Tide',
    type: 'game',
    hidden: true,
    preOrder: true,
    priceOre: oreFromSek(250),
    image: '/art/coc_aatt.jpg',
    url: 'alone-against-the-tide',
    unlocks: ['coc_aatt'],
  },
  {
    ...fortressOfDeath,
    id: 'fod-pre-order',
    hidden: true,
    preOrder: true,
    priceOre: oreFromSek(215),
    url: 'fod-pre-order',
    unlocks: ['fod'],
  },
  {
    ...fortressOfDeath,
    id: 'fod-podcast-discount',
    hidden: true,
    preOrder: false,
    priceOre: oreFromSek(187.5),
    url: 'fod-podcast-discount',
    unlocks: ['fod'],
  },
  {
    id: 'bundle-pre-order',
    title: 'The Fortress of Death + F.I.S.T. Bundle',
    type: 'bundle',
    hidden: false,
    preOrder: true,
    priceOre: oreFromSek(500),
    image: '/art/bundle-pre-order.jpg',
    url: 'bundle-pre-order',
    unlocks: ['fod', 'fist', 'fod-expansions'],
  },
  {
    id: 'fod-expansions',
    title: 'Expansions (12 months)',
    type: 'expansion',
    hidden: false,
    preOrder: false,
    priceOre: oreFromSek(120),
    image: '/art/fod-expansions.jpg',
    url: 'fod-expansions',
    unlocks: ['fod-expansions'],
    needs: ['fod', 'fod-pre-order', 'fod-podcast-discount', 'bundle-pre-order'],
  },
];

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
