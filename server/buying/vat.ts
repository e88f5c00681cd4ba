// The VAT of an order: by line, by rate, and shares of it.

import { sumOf } from '#shared/money.ts';
import type { RatedVat } from '#shared/vat-words.ts';
import type { Purchase } from './records.ts';

/** A part of an order that is taxed at one rate: a line, or the whole if the VAT of its lines is not known. */
export interface TaxedPart {
  /** `null` for the whole. */
  productId: string | null;
  country: string | null;
  /** Öre. */
  grossOre: number;
  /** Öre; `null` if the payment provider calculated none, like the rate, in parts per million. */
  vatOre: number | null;
  ratePpm: number | null;
}

type TaxedOrder = Pick<Purchase, 'lines' | 'totalOre' | 'vatOre' | 'country'>;

/** The parts of an order. Their sum is the order, to the öre. */
export function taxedParts({ lines, totalOre, vatOre, country }: TaxedOrder): TaxedPart[] {
  const parts = lines.flatMap(({ productId, priceOre: grossOre, vat }) => {
    if (!vat) return [];
    return [{ productId, country: vat.country ?? country, grossOre, vatOre: vat.ore, ratePpm: vat.ratePpm }];
  });
  if (parts.length > 0 && sumOf(parts.map(({ grossOre }) => grossOre)) === totalOre) return parts;
  return [{ productId: null, country, grossOre: totalOre, vatOre, ratePpm: rateOf(totalOre, vatOre) }];
}

/**
 * The rate of a VAT within a total, rounded to one decimal of a percent like all rates of the EU: exact for every total
 * above twenty kronor that is taxed at one rate.
 */
function rateOf(totalOre: number, vatOre: number | null): number | null {
  if (vatOre === null) return null;
  return totalOre === vatOre ? 0 : Math.round((vatOre * 1000) / (totalOre - vatOre)) * 1000;
}

/** The VAT of an order by rate, in the order of its lines. */
export function vatByRate(order: TaxedOrder): RatedVat[] {
  return [...Map.groupBy(taxedParts(order), ({ ratePpm }) => ratePpm)].map(([ratePpm, parts]) => ({
    rate: percentOf(ratePpm ?? 0),
    vatOre: sumOf(parts.map(({ vatOre }) => vatOre ?? 0)),
  }));
}

/** Parts per million as percent: `25`, `25.5`. */
export const percentOf = (ratePpm: number): number => ratePpm / 10_000;

/**
 * Divides an amount in proportion to weights, in whole öre that add up to it. No share exceeds its weight as long as the
 * amount does not exceed their sum.
 * @param amount öre
 * @param weights not negative; when all are 0 the first gets everything
 */
export function sharesOf(amount: number, weights: readonly number[]): number[] {
  const all = sumOf(weights);
  let reached = 0;
  let given = 0;
  return weights.map((weight) => {
    reached += weight;
    const upTo = all === 0 ? amount : Math.round((amount * reached) / all);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
