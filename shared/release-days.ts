import type { AdventureId } from './unlocks.ts';

/**
 * When each adventure came out, or comes out (specification, sections 1 and 9), as a day in the shop's time zone. What is
 * not listed was out before the shop opened.
 */
const releasedOn: Partial<Record<AdventureId, string>> = {
  fist: '2024-09-07',
  fod: '2025-03-28',
  coc_aatt: '2025-08-01',
};

/** Where buyer and shop are, which decides what day it is. */
export const shopTimeZone = 'Europe/Stockholm';

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: shopTimeZone, dateStyle: 'short' });
const wordFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The shop's day at a moment, `YYYY-MM-DD`. */
export function shopDay(moment: Date): string {
  return dayFormat.format(moment);
}

/**
 * The day on which all of a product is out, when that is still to come.
 * @param today `YYYY-MM-DD`, as `shopDay` gives it
 * @returns `YYYY-MM-DD`, or `null` for what is out
 */
export function opensOn(product: { unlocks: readonly AdventureId[] }, today: string): string | null {
  const days = product.unlocks.map((id) => releasedOn[id] ?? '');
  const last = days.reduce((latest, day) => (day > latest ? day : latest), '');
  return last > today ? last : null;
}

/** A day as people write it, for example `1 August 2025`. @param day `YYYY-MM-DD` */
export function dayInWords(day: string): string {
  return wordFormat.format(new Date(day));
}
