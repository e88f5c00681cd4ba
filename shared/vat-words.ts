import { formatSek } from './money.ts';

/** The VAT of one rate within an amount: the rate in percent, öre. */
export interface RatedVat {
  rate: number;
  vatOre: number;
}

/** The VAT within an amount, in words: `50 SEK VAT (25%)`, `50 SEK VAT (25%) and 5.66 SEK VAT (6%)`, `no VAT`. */
export function vatInWords(vat: readonly RatedVat[]): string {
  const due = vat.filter(({ vatOre }) => vatOre > 0);
  if (due.length === 0) return 'no VAT';
  return due.map(({ rate, vatOre }) => `${formatSek(vatOre)} VAT (${rate}%)`).join(' and ');
}
