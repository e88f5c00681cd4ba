import { type FirstFacts, facts } from '#homes/facts';

/**
 * All adventures and everything else that has a cover and is sold, from their homes (folders in `adventures/`), in the
 * order of all lists. Only the facts that every page needs.
 */
export const adventures: readonly FirstFacts[] = facts;

/** An adventure with a page of its own. */
export type Game = FirstFacts & Required<Pick<FirstFacts, 'page'>>;

/** The homes that have a page of their own. */
export const games: readonly Game[] = adventures.filter((home): home is Game => home.page !== undefined);
