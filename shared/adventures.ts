import { type FirstFacts, facts } from '#homes/facts';

/**
 * The homes of `adventures/`: every adventure, and what else has a cover and is sold, in the order of all lists. These are the
 * facts that every page needs.
 */
export const adventures: readonly FirstFacts[] = facts;

/** An adventure with a page of its own. */
export type Game = FirstFacts & Required<Pick<FirstFacts, 'page'>>;

/** The homes that have a page of their own. */
export const games: readonly Game[] = adventures.filter((home): home is Game => home.page !== undefined);
