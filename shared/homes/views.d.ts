/**
 * The content of `adventures/`, in parts that different pages need. Node makes each part from the folders on first import
 * (`#homes/facts` is `facts.ts` beside this file); for the browser the build inlines the same values
 * (scripts/build/homes-as-data.ts), so that each page only contains what it shows.
 *
 * TypeScript reads this file for all of them, because browser code must not see Node's types.
 */
import type {
  Day,
  Details,
  Download,
  GamePage,
  Offer,
  Opening,
  PageWords,
  Reward,
  Row,
  ShopWords,
} from '#adventures/types.ts';

/** What every page needs of a home. */
export interface FirstFacts {
  id: string;
  name: string;
  page?: Pick<GamePage, 'path' | 'movedFrom'>;
  products: readonly Offer[];
}

/** `#homes/facts`: in the order of all lists. */
export const facts: readonly FirstFacts[];

/** `#homes/release-days`: the homes that have one. */
export const releaseDays: Readonly<Record<string, Day>>;

/** A file and the home it belongs to. */
export interface OwnedDownload extends Download {
  world: string;
}

/** `#homes/grants` */
export const rewards: readonly Reward[];
export const downloads: readonly OwnedDownload[];

/** What an adventure's own page shows. */
export interface GameFacts extends Pick<GamePage, 'link' | 'video'>, Pick<PageWords, 'lead' | 'facts'> {
  pictureAlt: string;
  details?: Details;
}

/** `#homes/games`: by id. */
export const gameFacts: Readonly<Record<string, GameFacts>>;

/** `#homes/demo`: the free demo, and its game. */
export const demo: { name: string; gameName: string; path: string };

/** `#homes/opening`: how the home page begins, and the lines under its covers, by id. */
export const opening: Opening & { world: string; slug: string };
export const lines: Readonly<Record<string, string>>;

/**
 * `#homes/links`: the adventures' own links, by id; and which adventures that are not sold here and have no link are
 * released.
 */
export const inTheApp: readonly string[];
export const links: Readonly<Record<string, NonNullable<GamePage['link']>>>;

/** What the shop and the product page show of a home. */
export interface Shelved extends ShopWords {
  pictureAlt: string;
  details?: Details;
}

/** A press release as one line. */
export type NewsLine = Pick<PressRelease, 'slug' | 'date' | 'day' | 'title'>;

/** `#homes/news`: the latest press releases about the homes that are sold, newest first, by id. */
export const news: Readonly<Record<string, readonly NewsLine[]>>;

/** `#homes/shop`: by id. */
export const shelved: Readonly<Record<string, Shelved>>;

export interface PressRelease {
  /** The last part of its address, `/press/{slug}`: its file's name. */
  slug: string;
  /** The day it came out, `YYYY-MM-DD`. */
  date: string;
  /** The same as people write it. */
  day: string;
  title: string;
  summary: string;
  /** The adventure it is about: its banner is shown above the text, its cover in the link preview. */
  world?: string;
}

/** `#homes/press`: the releases, newest first, and what the press should know of each adventure. */
export const pressReleases: readonly PressRelease[];
export const pressFacts: readonly Row[];

/** `#homes/names`: the short name of an adventure, by id. */
export const shortNames: Readonly<Record<string, string>>;
