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
