// Validation of operators' input: addresses, reasons, ids, counts, days.

import { Refusal } from '#server/refusal.ts';
import { isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { type AdventureId, adventureIds, isAdventureId } from '#shared/unlocks.ts';

/** Validation of operators' input. Every function throws a {@link Refusal} that says what was expected. */

/** @throws {Refusal} `invalid_email` */
export function checkedEmail(typed: string): string {
  const email = normaliseEmail(typed);
  if (!isEmail(email)) throw new Refusal('invalid_email', `"${typed}" is no e-mail address.`, 'email');
  return email;
}

/** @throws {Refusal} `invalid_request` when it is empty: people who look at it later need a reason */
export function checkedReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '') throw new Refusal('invalid_request', 'Say why, in a few words.', 'reason');
  return reason;
}

/** @throws {Refusal} when it is empty or names something that cannot be unlocked */
export function checkedUnlocks(ids: readonly string[]): AdventureId[] {
  const unknown = ids.find((id) => !isAdventureId(id));
  if (ids.length > 0 && unknown === undefined) return [...new Set(ids.filter(isAdventureId))];
  throw new Refusal(
    'invalid_request',
    `${unknown === undefined ? 'Say what the codes unlock' : `Nothing is called ${unknown}`}: ${adventureIds.join(', ')}.`,
    'unlocks',
  );
}

/** @throws {Refusal} unless it is a whole number from 1 to the maximum, so that a typing error does not make a million */
export function checkedCount(count: number, most: number, field: string): void {
  if (Number.isInteger(count) && count >= 1 && count <= most) return;
  throw new Refusal('invalid_request', `Expected a whole number from 1 to ${most}.`, field);
}

/**
 * A moment as operators write it: a day (its end, UTC, so that the day itself still counts) or an ISO 8601 time.
 * @throws {Refusal}
 */
export function checkedMoment(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const moment = new Date(day ? `${text}T23:59:59.999Z` : text);
  const rolled = day && !Number.isNaN(moment.getTime()) && !moment.toISOString().startsWith(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(moment.getTime()) && !rolled) return moment;
  throw new Refusal('invalid_request', `Expected a day such as 2027-01-31, not "${text}".`, 'expiresAt');
}
