const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Replaces invisible characters that change how text is shown: control characters, line separators, and bidirectional
 * marks.
 * @param kept characters that may stay
 */
export const replaceUnseen = (text: string, by: string, kept = ''): string =>
  text.replace(unseen, (character) => (kept.includes(character) ? character : by));
