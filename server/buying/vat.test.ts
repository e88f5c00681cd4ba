import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesOf, taxedParts, vatByRate } from './vat.ts';

const game = { productId: 'fod', priceOre: 25_000, vat: { ore: 5000, ratePpm: 250_000, country: 'SE' } };
const book = { productId: 'book', priceOre: 10_000, vat: { ore: 566, ratePpm: 60_000, country: 'SE' } };
const order = { lines: [game, book], totalOre: 35_000, vatOre: 5566, country: 'SE' };

describe('The VAT of an order', () => {
  it('is that of its lines, each at its own rate', () => {
    expect(taxedParts(order)).toEqual([
      { productId: 'fod', country: 'SE', grossOre: 25_000, vatOre: 5000, ratePpm: 250_000 },
      { productId: 'book', country: 'SE', grossOre: 10_000, vatOre: 566, ratePpm: 60_000 },
    ]);
    expect(
      vatByRate({ ...order, lines: [game, { ...game, productId: 'fist' }, book], totalOre: 60_000 }),
    ).toEqual([
      { rate: 25, vatOre: 10_000 },
      { rate: 6, vatOre: 566 },
    ]);
  });

  it('is that of the whole where a line does not know its own, or the lines are not the total', () => {
    const whole = { productId: null, country: 'SE', grossOre: 35_000, vatOre: 7000, ratePpm: 250_000 };
    const { vat: _, ...plain } = book;
    expect(taxedParts({ ...order, lines: [game, plain], vatOre: 7000 })).toEqual([whole]);
    expect(taxedParts({ ...order, lines: [game], vatOre: 7000 })).toEqual([whole]);
    expect(taxedParts({ ...order, lines: [], vatOre: null })).toEqual([
      { ...whole, vatOre: null, ratePpm: null },
    ]);
  });

  it('is nothing, at no rate, where a voucher paid for everything', () => {
    const none = { lines: [{ productId: 'fod', priceOre: 0 }], totalOre: 0, vatOre: 0, country: 'SE' };
    expect(taxedParts(none)).toEqual([
      { productId: null, country: 'SE', grossOre: 0, vatOre: 0, ratePpm: 0 },
    ]);
  });

  it('takes the buyer’s country where a line names none, because nothing is due there', () => {
    const free = { ...game, vat: { ore: 0, ratePpm: 0, country: null } };
    expect(taxedParts({ lines: [free], totalOre: 25_000, vatOre: 0, country: 'NO' })).toMatchObject([
      { country: 'NO', vatOre: 0, ratePpm: 0 },
    ]);
  });
});

it('Shares of an amount are whole, add up to it, and are never more than there is', () => {
  const weights = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
      const all = list.reduce((sum, weight) => sum + weight, 0);
      const amount = Math.round(all * part);
      const shares = sharesOf(amount, list);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
      for (const [index, share] of shares.entries()) {
        expect(Number.isInteger(share) && share >= 0 && share <= (list[index] ?? 0)).toBe(true);
      }
    }),
  );
  expect(sharesOf(7, [0, 0])).toEqual([7, 0]);
});
