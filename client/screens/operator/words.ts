import { productById } from '#shared/catalogue.ts';

/** A moment as lists show it, to the minute in UTC. @param iso ISO 8601 in UTC */
export function momentText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The day of a moment in UTC. @param iso ISO 8601 in UTC */
export function dayText(iso: string): string {
  return iso.slice(0, 10);
}

/** A product's title; its id if it left the catalogue. */
export function productText(id: string): string {
  const product = productById(id);
  return product ? `${product.title} (${id})` : id;
}

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
