// The lines of purchases: what was sold at which price, and the VAT within it where the payment provider has told.

import { integer, nullable, type Row, text } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { PurchaseLine } from './payment-provider.ts';

const insert = command(
  'INSERT INTO purchase_lines (purchase_id, product_id, price_ore, vat_ore, vat_ppm, vat_country) VALUES ?*',
);
const addVat = command(
  `UPDATE purchase_lines SET vat_ore = ?, vat_ppm = ?, vat_country = ?
   WHERE purchase_id = (SELECT id FROM purchases WHERE checkout_session_id = ?) AND product_id = ? AND vat_ore IS NULL`,
);
const shape = {
  purchaseId: integer,
  productId: text,
  priceOre: integer,
  vatOre: nullable(integer),
  vatPpm: nullable(integer),
  vatCountry: nullable(text),
} as const;
const ofPurchases = query(
  'SELECT {columns} FROM purchase_lines WHERE purchase_id IN (?*) ORDER BY purchase_id, product_id COLLATE "C"',
  shape,
);

/** Records the lines of a new purchase, with prices and VAT in öre. */
export function* insertLines(purchaseId: number, lines: readonly PurchaseLine[]): Script<void> {
  yield* insert.each(
    lines.map(({ productId, priceOre, vat }) => [
      ...[purchaseId, productId, priceOre],
      ...[vat?.ore ?? null, vat?.ratePpm ?? null, vat?.country ?? null],
    ]),
  );
}

/** Adds the VAT of lines that were recorded without. */
export function* addVatOfLines(checkoutSessionId: string, lines: readonly PurchaseLine[]): Script<void> {
  for (const { productId, vat } of lines) {
    if (vat) yield* addVat.run(vat.ore, vat.ratePpm, vat.country, checkoutSessionId, productId);
  }
}

/** The lines of a purchase by product id. */
export function* linesOf(purchaseId: number): Script<PurchaseLine[]> {
  return (yield* ofPurchases.each([purchaseId])).map(lineOf);
}

/** The lines of many purchases, by the purchase's id. */
export function* linesOfEach(purchaseIds: readonly number[]): Script<ReadonlyMap<number, PurchaseLine[]>> {
  const grouped = Map.groupBy(yield* ofPurchases.each(purchaseIds), ({ purchaseId }) => purchaseId);
  return new Map([...grouped].map(([id, rows]) => [id, rows.map(lineOf)]));
}

function lineOf({
  productId,
  priceOre,
  vatOre: ore,
  vatPpm: ratePpm,
  vatCountry: country,
}: Row<typeof shape>) {
  const vat = ore !== null && ratePpm !== null ? { vat: { ore, ratePpm, country } } : {};
  return { productId, priceOre, ...vat };
}
