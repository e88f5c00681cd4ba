import type Stripe from 'stripe';
import { newId } from './ids.ts';
import type { LineItem } from './wire-types.ts';

/** VAT as Stripe Tax calculates it within a price: by country, kind of product, and whether the buyer is a business. */

/** The shop's own country. */
const home = 'SE';

/** In percent: the standard rate, and that of books; Norway stands for countries without a registration. */
const rates: Readonly<Record<string, { usual: number; books: number } | null>> = {
  SE: { usual: 25, books: 6 },
  DE: { usual: 19, books: 7 },
  FI: { usual: 25.5, books: 13.5 },
  FR: { usual: 20, books: 5.5 },
  NO: null,
};

/** The countries that the payment page offers, the shop's own first. */
export const taxedCountries = Object.keys(rates);

/** Tax codes of audio books and books (docs.stripe.com/tax/tax-codes). */
const isBook = (taxCode: string | null): boolean => /^txcd_103/.test(taxCode ?? '');

/** Where a buyer lives, and whether they gave a VAT number. */
interface TaxedBuyer {
  country: string;
  isBusiness: boolean;
}

/** The tax within a line's price. @param taxCode the product's @param at Unix seconds */
export function taxOf(
  line: LineItem,
  taxCode: string | null,
  { country, isBusiness }: TaxedBuyer,
  at: number,
): Stripe.LineItem.Tax {
  const known = rates[country];
  const isReversed = known !== null && isBusiness && country !== home;
  const percentage = !known || isReversed ? 0 : isBook(taxCode) ? known.books : known.usual;
  const amount = Math.round((line.amount_total * percentage) / (100 + percentage));
  return {
    amount,
    rate: taxRate(country, percentage, at),
    taxability_reason: !known
      ? 'not_collecting'
      : isReversed
        ? 'reverse_charge'
        : isBook(taxCode)
          ? 'reduced_rated'
          : 'standard_rated',
    taxable_amount: percentage === 0 ? 0 : line.amount_total - amount,
  };
}

function taxRate(country: string, percentage: number, at: number): Stripe.TaxRate {
  return {
    id: newId('txr_1'),
    object: 'tax_rate',
    active: false,
    country,
    created: at,
    description: null,
    display_name: 'VAT',
    effective_percentage: percentage,
    flat_amount: null,
    inclusive: true,
    jurisdiction: country,
    jurisdiction_level: 'country',
    livemode: false,
    metadata: {},
    percentage,
    rate_type: 'percentage',
    state: null,
    tax_type: 'vat',
  };
}
