import { replaceUnseen } from './unseen.ts';

/** The text of a gift's card: plain text without links, because the shop sends it to people who did not ask for it. */

const mostLines = 12;

/** Several lines, without invisible characters and without empty lines at both ends. */
export function plainText(text: string): string {
  const lines = replaceUnseen(text.replace(/\r\n?/g, '\n'), ' ', '\n').split('\n');
  return lines
    .slice(0, mostLines)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** One line. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/g, ' ');

/**
 * Whether mail programs could turn some of it into a link: a scheme, an address, or a word with a dot in it. That
 * includes a full stop without a space after it, which the buyer can correct.
 */
export const holdsLink = (text: string): boolean =>
  /:\/\/|\S@\S|[\p{L}\p{N}-][.。．｡][\p{L}]{2,}/u.test(text);
