// Validation of operators' input: addresses, reasons, ids, counts, days.

import { maskEmail } from '#server/buying/order-status.ts';
import { Refusal } from '#server/refusal.ts';
import { isDay } from '#shared/calendar-day.ts';
import { type AdventureId, adventureIds, isAdventureId } from '#shared/unlocks.ts';
import { wholeAddressIn } from '#shared/whole-address.ts';

/** @throws {Refusal} `invalid_email` */
export function checkedEmail(typed: string): string {
  const email = wholeAddressIn(typed);
  if (email === null) throw new Refusal('invalid_email', `"${typed}" is no e-mail address.`, 'email');
  return email;
}

/**
 * A text that is kept for good, with its e-mail addresses masked: no erasure looks for them there. What is masked already stays
 * as it is, so that it is found by its mask.
 */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"'(),:;=]+(?<!•••)@[^\s<>"'(),:;]+/g, maskEmail);

/**
 * A reason as it is kept, without whole addresses.
 * @throws {Refusal} `invalid_request` when it is empty: people who look at it later need a reason
 */
export function checkedReason(typed: string): string {
  const reason = withoutAddresses(typed.trim());
  if (reason === '') throw new Refusal('invalid_request', 'Say why, in a few words.', 'reason');
  return reason;
}

/** @throws {Refusal} when it is empty or names something that cannot be unlocked */
export function checkedUnlocks(ids: readonly string[]): AdventureId[] {
  const unlocks = ids.map((id) => checkedUnlock(id, 'unlocks'));
  if (unlocks.length > 0) return [...new Set(unlocks)];
  throw new Refusal('invalid_request', `Say what the codes unlock: ${adventureIds.join(', ')}.`, 'unlocks');
}

/** @throws {Refusal} when it names something that cannot be unlocked */
export function checkedUnlock(id: string, field: string): AdventureId {
  if (isAdventureId(id)) return id;
  throw new Refusal('invalid_request', `Nothing is called ${id}: ${adventureIds.join(', ')}.`, field);
}

/** @throws {Refusal} unless it is a whole number from 1 to the maximum, so that a typing error does not make a million */
export function checkedCount(count: number, most: number, field: string): void {
  if (Number.isInteger(count) && count >= 1 && count <= most) return;
  throw new Refusal('invalid_request', `Expected a whole number from 1 to ${most}.`, field);
}

/** A day that is none, or days in the wrong order: the command line calls it wrong usage. */
export class WrongDay extends Refusal {
  constructor(detail: string, field: string) {
    super('invalid_request', detail, field);
  }
}

/** @throws {WrongDay} unless it is a day of the calendar since 1970, `YYYY-MM-DD` */
export function checkedDay(text: string, field: string): string {
  if (isDay(text)) return text;
  throw new WrongDay(`Expected a day such as 2026-01-31, not "${text}".`, field);
}

const writtenMoment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A moment as operators write it: a day or an ISO 8601 time, UTC unless it names its zone.
 * @param timeOfDay what a day means, UTC
 * @returns `null` for anything else, such as 30 February, which JavaScript takes for a day of March
 */
export function momentOf(text: string, timeOfDay: string): Date | null {
  const [, day = '', time = timeOfDay, zone = 'Z'] = writtenMoment.exec(text) ?? [];
  const moment = new Date(`${day}T${time}${zone}`);
  return isDay(day) && !Number.isNaN(moment.getTime()) ? moment : null;
}

/** @throws {Refusal} when codes would have expired */
export function refusePast(expiresAt: Date | null, now: Date): void {
  if (expiresAt && expiresAt <= now)
    throw new Refusal('invalid_request', 'The expiry lies in the past.', 'expiresAt');
}

/**
 * When codes expire: a day (its end, UTC, so that the day itself still counts) or a time.
 * @throws {WrongDay}
 */
export function checkedExpiry(text: string): Date {
  const moment = momentOf(text, '23:59:59.999');
  if (moment) return moment;
  throw new WrongDay(`Expected a day such as 2027-01-31, not "${text}".`, 'expiresAt');
}
