const unseenCharacter = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]`;

/**
 * Finds runs of what nobody sees but what changes what is seen: control characters, line separators, and marks that turn the
 * direction of what follows.
 * @param kept what may stay, as in a class of a regular expression, such as `\n`
 */
export const unseen = (kept: string): RegExp => new RegExp(`(?:(?![${kept}])${unseenCharacter})+`, 'gu');
