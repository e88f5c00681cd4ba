/**
 * Money is integer öre everywhere (1 SEK = 100 öre). It becomes a decimal number only on the wire of the
 * checkout request and text only on the screen.
 */

/**
 * An amount as the shop shows it.
 * @param ore integer öre
 * @returns for example `250 SEK`, `187.50 SEK` where there are öre to show, or `7 000 SEK`, which no line break parts
 */
export function formatSek(ore: number): string {
  const amount = (ore / 100).toFixed(2).replace('.00', '');
  return `${amount.replace(/\B(?=(\d{3})+\b)/g, '\u00a0')} SEK`;
}

/** The sum of amounts, or of counts. */
export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Integer öre from an amount in SEK, as the specification's price column and the checkout request write it.
 * @param sek for example `187.5`
 * @returns for example `18750`
 */
export function oreFromSek(sek: number): number {
  return Math.round(sek * 100);
}

/**
 * An amount in SEK as a number, for the checkout request and for structured data.
 * @param ore integer öre
 */
export function sekFromOre(ore: number): number {
  return ore / 100;
}

/** The only currency of the shop, as ISO 4217 writes it in lower case. */
export const currency = 'sek';
