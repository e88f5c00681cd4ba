import { releaseDays } from '#homes/release-days';
import type { Product } from './catalogue.ts';
import { shopDay } from './shop-day.ts';

/** The adventures' release days, `YYYY-MM-DD`, past and to come. */
export const releaseCalendar: Readonly<Record<string, string>> = releaseDays;

/**
 * The day on which all of a product is released, if it is still to come: the latest among its home's and those of
 * everything it unlocks (specification, sections 1 and 9). Without a day it was released before the shop opened.
 * @param today `YYYY-MM-DD`, as `shopDay` gives it
 * @returns `YYYY-MM-DD`, or `null` for what is out
 */
export function opensOn(
  { world, unlocks }: Pick<Product, 'world' | 'unlocks'>,
  today: string,
): string | null {
  const last = lastDayOf({ world, unlocks }, releaseDays);
  return last > today ? last : null;
}

/**
 * The day on which all of a product is released by a calendar of the adventures' days, past or to come; empty without one.
 */
export function lastDayOf(
  { world, unlocks }: Pick<Product, 'world' | 'unlocks'>,
  days: Readonly<Record<string, string | undefined>>,
): string {
  return [world, ...unlocks]
    .map((id) => days[id] ?? '')
    .reduce((latest, day) => (day > latest ? day : latest), '');
}

/**
 * The release day of one adventure, if it is still to come.
 * @returns `YYYY-MM-DD`, or `null` for what is out and for what has no day
 */
export function releasesOn(adventureId: string, moment: Date): string | null {
  const day = releaseDays[adventureId];
  // A shortcut: in the shop's time zone a day begins before it does in UTC. The calendar is slow, and this is called
  // often.
  if (day === undefined || moment.getTime() >= Date.parse(day)) return null;
  return day > shopDay(moment) ? day : null;
}
