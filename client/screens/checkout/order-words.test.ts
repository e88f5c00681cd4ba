import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { orderWords } from './order-words.ts';

const order: Order = {
  ...{ status: 'paid', products: [], email: 'a•••@example.com', totalOre: 35_000, currency: 'sek' },
};
const sentences = (over: Partial<Order>) =>
  orderWords({ kind: 'known', order: { ...order, ...over }, stillAsking: false }, '2026-03-02').sentences;

it.each<[string, Order['vat'], string]>([
  ['at one rate', [{ rate: 25.5, vatOre: 7112 }], 'The price includes 71.12 SEK VAT (25.5%).'],
  [
    'at two rates',
    [
      { rate: 25, vatOre: 5000 },
      { rate: 6, vatOre: 566 },
    ],
    'The price includes 50 SEK VAT (25%) and 5.66 SEK VAT (6%).',
  ],
  ['that nobody owes', [{ rate: 0, vatOre: 0 }], 'The price includes no VAT.'],
])('The page of an order says the VAT within the price, %s', (_, vat, said) => {
  expect(sentences(vat ? { vat } : {})[0]).toBe(said);
});

it('The page of an order says nothing of VAT that nobody has reckoned', () => {
  expect(sentences({}).join(' ')).not.toContain('VAT');
});

it('What is still to come is recorded, and unlocked only on its day', () => {
  const at = (today: string) => {
    const products = [{ id: 'coc_aatt', title: 'Call of Cthulhu' }];
    return orderWords({ kind: 'known', order: { ...order, products }, stillAsking: false }, today);
  };
  expect(at('2025-07-31').sentences.join(' ')).toMatch(
    /opens on 1 August 2025: .*\. Recorded for a•••@example\.com\./,
  );
  expect(at('2025-07-31').inTheApp).toBe('from its day');
  expect(at('2025-08-01').sentences.join(' ')).toMatch(/^Recorded and unlocked for/);
  expect(at('2025-08-01').inTheApp).toBe('waits');
});
