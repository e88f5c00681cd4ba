import { replaceUnseen } from './unseen.ts';

/** The words on a gift's card: plain text, which leads nowhere, because the shop sends it to people who did not ask for it. */

const mostLines = 12;

/** Several lines, without what is not seen and without empty lines at both ends. */
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
 * Whether mail programs could make a link of some of it: a scheme, an address, or a name with a dot in it. A greeting whose
 * full stop has no space after it is among them, and can be written otherwise.
 */
export const holdsLink = (text: string): boolean =>
  /:\/\/|\S@\S|[\p{L}\p{N}-][.。．｡][\p{L}]{2,}/u.test(text);
