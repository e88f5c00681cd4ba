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
  imageAlt: string;
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
  image: '/art/fod.svg',
  imageAlt:
    'Heat comes towards you along a basalt causeway. One small figure with a drawn sword stands on it; ahead, a fortress glows from inside like a furnace whose iron door stands ajar.',
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
    image: '/art/fist.svg',
    imageAlt:
      'A mailed fist lifts a spitting torch in a passage of blood-red brick. Beside it steps go down under an arch; the light gives up on them, and far below two eyes give it back.',
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
    image: '/art/coc_aatt.svg',
    imageAlt:
      'A man in a hat waits at the end of a jetty, under the one lamp in green fog. The water below him is cut open: something far too long to be a boat has wound itself through the piles.',
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
    image: '/art/bundle-pre-order.svg',
    imageAlt:
      'Two books lean on each other on a dark shelf. Fire falls out of a fortress gate on one, a torch burns on the other, and both light the iron key that lies before them.',
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
    image: '/art/fod-expansions.svg',
    imageAlt:
      'You look straight down into a round hall with twelve doors, like a clock. One stands open; its fire falls across the rings of the floor, and whoever listens in the middle throws a long shadow.',
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
