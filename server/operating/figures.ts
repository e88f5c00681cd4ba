import { Refusal } from '#server/refusal.ts';
import { actionBy, type OperatorNeeds } from './operator-action.ts';
import type { Figures, Period } from './records.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** What is shown when no period is named, in days. */
const usualDays = 30;

/**
 * A period from days as operators write them, both included, in UTC. Without a beginning, 30 days; without an end, until
 * today.
 * @throws {Refusal} when a day is none or they stand in the wrong order
 */
export function periodOf(since: string | undefined, until: string | undefined, now: Date): Period {
  const to = new Date(dayOf(until ?? isoDay(now)).getTime() + dayMs);
  const from = since === undefined ? new Date(to.getTime() - usualDays * dayMs) : dayOf(since);
  if (from >= to) throw new Refusal('invalid_request', 'The first day lies after the last.', 'since');
  return { from, to };
}

/**
 * Sales by product and day, what was given back, and redemptions by campaign.
 * @param live real payments, or those made with a test key
 */
export async function readFigures(needs: OperatorNeeds, period: Period, live: boolean): Promise<Figures> {
  const figures = await needs.store.figures(period, live);
  await needs.store.noteAction(
    actionBy(needs, 'stats', { details: { from: isoDay(period.from), to: isoDay(period.to), live } }),
  );
  return figures;
}

/** The day of a moment in UTC, as `YYYY-MM-DD`. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && isoDay(day) === text) return day;
  throw new Refusal('invalid_request', `Expected a day such as 2026-01-31, not "${text}".`, 'since');
}
