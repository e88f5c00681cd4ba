/**
 * What an adventure's home says. Every folder beside this file is a home: of an adventure, or of something else that has
 * a cover and is sold, such as a bundle. docs/adding-an-adventure.md goes through one from the beginning.
 */

/** A day as `YYYY-MM-DD`. It begins at midnight where the shop and its buyers are. */
export type Day = `${number}-${number}-${number}`;

export type ProductType = 'game' | 'bundle' | 'expansion';

/** Something that can be bought. */
export interface Offer {
  /** Names it on the wire, in carts, in orders and in `/checkout/{id}`: never changed once something was sold. */
  id: string;
  title: string;
  type: ProductType;
  /** In SEK, VAT included. */
  price: number;
  /** Its page is `/shop/product/{slug}`. */
  slug: string;
  /** Reachable by its slug, but in no list, sitemap or structured data. */
  hidden: boolean;
  /** Sold ahead of its release: its home must then have a release day. */
  preOrder: boolean;
  /** Not sold any more, and so hidden as well. Its page says so, and whoever owns it keeps it. */
  discontinued?: true;
  /** What a buyer may play afterwards: ids of homes. */
  unlocks: readonly string[];
  /** The home that one should own as well; said to the buyer, never enforced. */
  needs?: string;
  /**
   * What it is for Stripe Tax, where it is no game that is downloaded and kept: `txcd_10302000` is a book, for example, which some
   * countries tax less (docs.stripe.com/tax/tax-codes).
   */
  taxCode?: `txcd_${number}`;
}

/** Something that is never sold but granted, by an import or an activation code, and stands for something else. */
export interface Reward {
  /** What the grant is called on the wire. */
  id: string;
  /** The product that it counts as on the account page. */
  countsAs: string;
  /** Ids of downloads that it gives besides. */
  downloads?: readonly string[];
}

/** A file for those who own it. */
export interface Download {
  id: string;
  title: string;
  /** What its link says. */
  link: string;
  /** Its name in the downloads directory. */
  file: string;
  /** The name of the buyer's copy. */
  saveAs: string;
}

/** A page of its own, outside of the shop. */
export interface GamePage {
  path: `/${string}`;
  /** Other paths, which answer with a permanent redirect to it. */
  movedFrom?: readonly `/${string}`[];
  /**
   * What its one button says, when nothing of it is on the shop's shelf. Where the button leads, and the video's id, are settings
   * (`adventures` of `site.example.json`); neither is shown where the setting is not.
   */
  link?: { title: string };
  video?: {
    /** What one sees and hears in it. */
    title: string;
  };
}

interface Facts {
  /** The one spelling of its name: the folder, the wire, the addresses of its pictures, `data-world`. */
  id: string;
  /** Its place in every list, the lowest number first. */
  place: number;
  /** In full. */
  name: string;
  /** Among its own kind; its pictures in the press kit are named after it. */
  shortName: string;
  page?: GamePage;
  /** Part of it that costs nothing. */
  demo?: { name: string };
  rewards?: readonly Reward[];
  downloads?: readonly Download[];
}

/** The facts of a home: `adventure` of its `adventure.ts`. */
export type Adventure = Facts &
  (
    | {
        /** When it came out, or comes out. What a pre-order's buyer may withdraw from until then hangs on it. */
        releasedOn: Day;
        products: readonly Offer[];
      }
    | {
        /** There is no such day, and so no pre-order. */
        releasedOn: null;
        products: readonly (Offer & { preOrder: false })[];
      }
  );

/** A place in a picture, in percent of its width and height. */
type Spot = readonly [x: number, y: number];

/** How it looks: `look` of its `adventure.ts`, which only the build reads. */
export interface Look {
  /** The colour of its links and lines: 4.5:1 or more on every ink of `client/styles/tokens.css`. */
  accent: string;
  /** What its light adds to the dark, as a translucent colour. */
  light: string;
  /** Where the light stands in its two banners; a usual place when left out. */
  lamp?: { wide: Spot; tall: Spot };
  /** Which part of its cover a phone shows above the title of its product: 0 the head, 100 the foot; 46 when left out. */
  crop?: number;
}

/** What is known about an adventure beyond the words that sell it. All of it is shown when it is given, and never made up. */
export interface Details {
  /** How long it plays, for example `6 to 9 hours`. */
  length?: string;
  languages?: readonly string[];
  /** For example `From 16 years`. */
  age?: string;
  cast?: readonly string[];
  awards?: readonly string[];
  reviews?: readonly { quote: string; by: string }[];
}

/** The short texts of an adventure's own page. */
export interface PageWords {
  /** One or two sentences under the title; search results show them too. */
  lead: string;
  /** One line under its cover on the home page. */
  line: string;
  /** A few plain facts: when, what, what one needs. */
  facts: readonly Row[];
  /** What the press should know, in one line. */
  press: Row;
}

/** A term and what belongs to it. */
export type Row = readonly [name: string, value: string];

/** The short texts of the shop. */
export interface ShopWords {
  /** Who believed in it before, as a figure that can be shown: on its product page. Never made up. */
  proof?: string;
  /** One paragraph for shelf and search results; inside of it HTML may stand. */
  description: string;
  /** What it is, where the answer is not "an audio adventure": on the product page, and on its link preview. */
  what?: { product: string; card: string };
}

/** How the home page begins. */
export interface Opening {
  title: string;
  lead: string;
  /** The button that leads to its first product. */
  button: string;
  bannerAlt: string;
}

/** The short texts of a home: `words` of its `words.ts`. Long ones are `page.md`, `product.md` and `press/{slug}.md`. */
export interface Words {
  /** What the picture is like for somebody who does not see it. */
  pictureAlt: string;
  /** Needed with a page. */
  page?: PageWords;
  /** Needed with products. */
  shop?: ShopWords;
  /** One home has it. */
  opening?: Opening;
  details?: Details;
}
