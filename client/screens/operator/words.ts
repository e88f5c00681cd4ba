import type { OperatorCode } from '#shared/api/operator-codes.ts';
import { productById } from '#shared/catalogue.ts';
import { shopDay } from '#shared/shop-day.ts';
import { shopMoment } from '#shared/shop-days.ts';

/** A moment as lists show it, to the minute in Stockholm, as on the command line. @param iso ISO 8601 in UTC */
export function shopMomentText(iso: string): string {
  return shopMoment(new Date(iso));
}

/** The day of a moment in Stockholm, as in figures and books. @param iso ISO 8601 in UTC */
export function shopDayOf(iso: string): string {
  return shopDay(new Date(iso));
}

/** The last day of a code, which ends with it in UTC: in Stockholm that is the day after. @param iso ISO 8601 in UTC */
export function lastDayText(iso: string): string {
  return `${iso.slice(0, 10)} (UTC)`;
}

/** Whether a code works, in words. */
export function codeStanding({
  revokedAt,
  expired,
  redemptions,
  mostRedemptions,
}: Pick<OperatorCode, 'revokedAt' | 'expired' | 'mostRedemptions'> & {
  redemptions: readonly unknown[];
}): string {
  if (revokedAt !== null) return `Revoked ${shopMomentText(revokedAt)}`;
  if (expired) return 'Expired';
  const left = mostRedemptions - redemptions.length;
  return left > 0 ? `${left} of ${mostRedemptions} uses left` : 'Used up';
}

/** A product's title; its id if it left the catalogue. */
export function productText(id: string): string {
  const product = productById(id);
  return product ? `${product.title} (${id})` : id;
}

/** An order among others of the same buyer: when it was paid, and for what. */
export function orderText({ paidAt, productIds }: { paidAt: string; productIds: readonly string[] }): string {
  return `${shopMomentText(paidAt)}: ${productIds.map(productText).join(', ')}`;
}

/** What the record shows. @param most how many entries were asked for: there may be more */
export const recordText = (count: number, most: number): string =>
  count < most ? `${counted(count, 'action')}, the newest first.` : `The newest ${count} actions.`;

/** Who did something: the name of an operator, or what did it by itself. */
export const actorText = (actor: string): string => actor.replace(/^operator:/, '');

/** A code such as `dispute_needs_response` as words. */
export function codeText(code: string): string {
  return code.replaceAll('_', ' ');
}

/** A letter's kind such as `order-confirmation` as words. */
export function letterText(kind: string): string {
  return kind.replaceAll('-', ' ');
}

/** A letter's delivery state. @param fault the mail service's answer, as codes */
export function letterStateText(state: string, fault: string | null): string {
  const answer = fault === null ? '' : ` (${fault})`;
  switch (state) {
    case 'waiting':
      return `waits to be sent${answer}`;
    case 'refused':
      return `refused: the address takes no mail${answer}`;
    case 'dead':
      return `given up after days of trying${answer}`;
    case 'dropped':
      return 'not sent, because it had become untrue';
    default:
      return state;
  }
}

/** A number with what is counted: `1 line`, `2 lines`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What a search for orders found. @param text what was sought; empty for the newest @param more whether not all are among them */
export function foundOrdersText(found: { text: string; orders: readonly unknown[]; more: boolean }): string {
  const { text, more } = found;
  const count = found.orders.length;
  const all = count === 0 ? 'No order' : count === 1 ? 'One order' : `${count} orders`;
  const what = more ? `The newest ${count} of more` : all;
  return text === '' ? `${what}, the newest first.` : `${what} with “${text}”.`;
}
