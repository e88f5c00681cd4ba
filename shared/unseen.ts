const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Replaces what nobody sees but what changes what is seen: control characters, line separators, and marks that turn the
 * direction of what follows.
 * @param kept characters that may stay
 */
export const replaceUnseen = (text: string, by: string, kept = ''): string =>
  text.replace(unseen, (character) => (kept.includes(character) ? character : by));
