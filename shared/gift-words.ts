import { replaceUnseen } from './unseen.ts';

/** The text of a gift's card: plain text without links, because the shop sends it to people who did not ask for it. */

/** Longest text of a card, and of the giver's name, in characters. */
export const longestGiftMessage = 400;
export const longestGiftSender = 60;

/** How many lines fit on the card; the form says so when there are more. */
export const mostGiftLines = 12;

/** Several lines, without invisible characters and without empty lines at both ends. */
export function plainText(text: string): string {
  return linesOf(text)
    .slice(0, mostGiftLines)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** Its lines as they are written, without the empty ones at both ends. */
export const linesOf = (text: string): string[] =>
  replaceUnseen(text.replace(/\r\n?/g, '\n'), ' ', '\n').trim().split('\n');

/** One line. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/g, ' ');

/**
 * Whether mail programs could turn some of it into a link: a scheme, an address, four numbers, or a word with a dot in it,
 * of whatever characters (`💩.la` is a real site). That includes a full stop without a space after it, which the buyer can
 * correct. Invisible characters and look-alike dots are read as browsers read them in a host (Unicode UTS 46, section 4).
 */
export const holdsLink = (text: string): boolean =>
  /:\/\/|\S@\S|\d(?:[.。]\d+){3}|[^\s.。][.。]\p{L}{2,}/u.test(
    text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  );
