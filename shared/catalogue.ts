import { oreFromSek } from './money.ts';
import type { AdventureId } from './unlocks.ts';

export type ProductType = 'game' | 'bundle' | 'expansion';

/** Something the shop sells. The list is static; prices on the wire are never believed over it. */
export interface Product {
  id: string;
  title: string;
  type: ProductType;
  /** Reachable by its slug, but in no list, sitemap or structured data. */
  hidden: boolean;
  preOrder: boolean;
  /** Our own words, as HTML. */
  description: string;
  longDescription: string;
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
  description:
    '<p>The last Kai Lord, a fortress that breathes heat, and you in the dark between them. A Lone Wolf adventure to hear and to decide.</p>',
  longDescription: `
<p>Iron moves somewhere above you. To your left, embers settle in a grate; behind you the gate you came through closes, and does not open again. You are Lone Wolf, and the Fortress of Death has been waiting for you.</p>
<p>This is a full solo adventure for your ears, set in Joe Dever's world of Magnamund. Professional voice actors play everyone you meet, music follows your choices, and every sound stands where it would stand: turn towards it, or run.</p>
<h2>How you play</h2>
<p>Listen, then choose: by touch or by a single tap on a large button. The app keeps your character, rolls the dice you ask it to roll, and remembers where you stopped. You can play it lying down with the lights off. We recommend that.</p>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the e-mail address you buy with</li>
</ul>`,
  image: '/art/fod.svg',
  imageAlt:
    'A lone figure with a drawn sword, small on a basalt causeway; ahead a fortress glows from inside like a furnace with the door ajar.',
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
    description:
      '<p>Once it was played over a telephone line. Now the castle has you by both ears: torches, footsteps, and a voice that asks what you do next.</p>',
    longDescription: `
<p>A torch spits on your right. Water falls a long way, ahead and below. Someone who should not know your name says it, quietly, close to your ear.</p>
<p>F.I.S.T. began in the nineteen-eighties as Steve Jackson's role-playing game by telephone: you called, you listened, you pressed a key to choose. We have rebuilt that idea with everything sound can do today. It is the same dare: go down into the castle of a demon prince, and come back up.</p>
<h2>How you play</h2>
<p>A cast of professional voice actors, music that knows how much trouble you are in, and fights you hear from the middle. You choose a path, carry what you find, and live with it.</p>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the e-mail address you buy with</li>
</ul>`,
    priceOre: oreFromSek(250),
    image: '/art/fist.svg',
    imageAlt:
      'A gauntleted fist holds up a torch in a brick passage; the light stops at the first step of a stair that goes down.',
    url: 'fist',
    unlocks: ['fist'],
  },
  {
    id: 'coc_aatt',
    title: 'Call of Cthulhu: Alone Against the Tide',
    type: 'game',
    hidden: true,
    preOrder: true,
    description:
      '<p>A quiet lakeside town, a professor who drowned, an estate for sale. You came to look. Something below has been listening.</p>',
    longDescription: `
<p>Rope creaks. A bell buoy turns over in the swell, first to the left, then behind you, though you have not moved. The ferry leaves without you, and the town is very polite about it.</p>
<p>Alone Against the Tide is a solo adventure for Call of Cthulhu, played entirely by ear. You investigate in the nineteen-twenties with a notebook, a lamp, and as much sanity as you brought. Professional voice actors play the townspeople; the lake plays itself.</p>
<h2>Pre-order</h2>
<p>The adventure launches on 1 August 2025. Order it before and it unlocks in the app on that day, on the account with your e-mail address.</p>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the e-mail address you buy with</li>
</ul>`,
    priceOre: oreFromSek(250),
    image: '/art/coc_aatt.svg',
    imageAlt:
      'A jetty runs out into green fog; a sodium lamp lights its end, and under the water beside it lies a shape too long to be a boat.',
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
    description:
      '<p>Two descents, one key: Lone Wolf and F.I.S.T. together, with every expansion of the first twelve months.</p>',
    longDescription: `
<p>One fortress goes up in fire, one castle goes down into the dark. The bundle holds both adventures whole: <strong>Lone Wolf The Fortress of Death</strong> and <strong>Steve Jackson's F.I.S.T.</strong></p>
<p>It also includes all expansions published during the twelve months from the game's release. What comes out in that time is yours to keep.</p>
<h2>What is in it</h2>
<ul>
<li>Lone Wolf The Fortress of Death</li>
<li>Steve Jackson's F.I.S.T.</li>
<li>All expansions for twelve months from the game's release</li>
</ul>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the e-mail address you buy with</li>
</ul>`,
    priceOre: oreFromSek(500),
    image: '/art/bundle-pre-order.svg',
    imageAlt:
      'Two books lean on each other on a dark shelf: one lit from within by fire, one by a single torch.',
    url: 'bundle-pre-order',
    unlocks: ['fod', 'fist', 'fod-expansions'],
  },
  {
    id: 'fod-expansions',
    title: 'Expansions (12 months)',
    type: 'expansion',
    hidden: false,
    preOrder: false,
    description:
      '<p>A year of new chambers, voices and ways to die for The Fortress of Death. Needs the core game.</p>',
    longDescription: `
<p>The fortress is larger than one night. For twelve months from the game's release we open new doors in it: side adventures, new characters and new rooms to hear. The expansions published in that time are yours to keep.</p>
<h2>The core game</h2>
<p>The expansions need <strong>Lone Wolf The Fortress of Death</strong>, bought here or already on your account through the crowdfunding campaign. If your copy belongs to another e-mail address, buy the expansions with that address.</p>
<h2>What you need</h2>
<ul>
<li>Lone Wolf The Fortress of Death on the same account</li>
<li>A phone or tablet with Android or iOS, our free app, and headphones</li>
</ul>`,
    priceOre: oreFromSek(120),
    image: '/art/fod-expansions.svg',
    imageAlt:
      'A row of twelve doors along a basalt wall; one of them stands open and lets a line of fire out.',
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
