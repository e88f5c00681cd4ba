import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '#server/ledger/script.ts';
import { anna } from '#tests/support/accounts.ts';
import { at, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { readFigures } from './figures.ts';
import { findOrders } from './operator-orders.ts';
import { searchOrders } from './order-summaries.ts';
import { type Period, paidParts } from './paid-parts.ts';

/** Orders of which part of them share a moment, as in a rush: more than are read at once. */
const rush = 1200;
const others = 1300;
const hourMs = 60 * 60 * 1000;
const whole = { from: new Date(at.getTime() - 10 * 24 * hourMs), to: new Date(at.getTime() + 24 * hourMs) };

const insertOrders = command(
  `INSERT INTO purchases (id, checkout_session_id, payment_intent_id, email, currency, total_ore, live, paid_at, recorded_at)
   VALUES ?*`,
);
const insertLines = command('INSERT INTO purchase_lines (purchase_id, product_id, price_ore) VALUES ?*');

let desk: OperatorsDesk;
beforeAll(async () => {
  desk = openDesk();
  const orders = Array.from({ length: rush + others }, (_, index) => {
    const paidAt = new Date(at.getTime() - Math.max(0, index - rush) * 60_000);
    return [index + 1, `cs_${index}`, `pi_${index}`, anna.email, 'sek', 25_000, false, paidAt, paidAt];
  });
  await desk.ledger.write([], function* () {
    yield* insertOrders.each(orders);
    yield* insertLines.each(orders.map((_, index) => [index + 1, 'fod', 25_000]));
  });
});
afterAll(() => desk.ledger.close());

async function partsOf(order: 'oldest first' | 'newest first') {
  const parts: Period[] = [];
  const told: (readonly [number, number])[] = [];
  for await (const part of paidParts(desk.ledger, whole, order, (done, total) => told.push([done, total])))
    parts.push(part);
  return { parts, told };
}

describe('Parts of a period', () => {
  it('follow one another without a gap, from its beginning to its end', async () => {
    const { parts, told } = await partsOf('oldest first');
    expect(parts.length).toBeGreaterThan(2);
    expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([whole.from, whole.to]);
    expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to));
    expect(told.at(-1)).toEqual([11, 11]);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((a, b) => a - b));
  });

  it('do so from its end as well', async () => {
    const { parts, told } = await partsOf('newest first');
    expect(parts.length).toBeGreaterThan(2);
    expect([parts[0]?.to, parts.at(-1)?.from]).toEqual([whole.to, whole.from]);
    expect(parts.slice(1).map(({ to }) => to)).toEqual(parts.slice(0, -1).map(({ from }) => from));
    expect(told.at(-1)).toEqual([11, 11]);
  });

  it('are one where nothing was paid', async () => {
    const before = { from: new Date(0), to: whole.from };
    const parts: Period[] = [];
    for await (const part of paidParts(desk.ledger, before, 'oldest first')) parts.push(part);
    expect(parts).toEqual([before]);
  });
});

it('Figures and searches over several parts count each order once, and let others have their turn', async () => {
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 0);
  const { byProduct, byDay } = await readFigures(desk.needs, whole, false);
  expect(byProduct).toEqual([{ key: 'fod', sold: rush + others, ore: (rush + others) * 25_000 }]);
  expect(byDay.reduce((sum, { sold }) => sum + sold, 0)).toBe(rush + others);
  expect(turns).toBeGreaterThan(0);
  clearInterval(ticking);
  const oldest = `s_${rush + others - 1}`;
  expect((await findOrders(desk.needs, oldest)).orders.map((order) => order.checkoutSessionId)).toEqual([
    `c${oldest}`,
  ]);
  const { orders: newest } = await findOrders(desk.needs, 'cs_');
  expect(newest).toHaveLength(50);
  expect(newest.every(({ paidAt }) => paidAt.getTime() === at.getTime())).toBe(true);
});

it('A search over several parts ends with the newest orders that it may find, and reads no further', async () => {
  const told: (readonly [number, number])[] = [];
  const found = await searchOrders(desk.ledger, 'cs_', 1500, (done, total) => told.push([done, total]));
  const ofRush = Array.from({ length: rush + 1 }, (_, index) => `cs_${rush - index}`);
  const older = Array.from({ length: 1500 - ofRush.length }, (_, index) => `cs_${rush + 1 + index}`);
  expect(found.map(({ checkoutSessionId }) => checkoutSessionId)).toEqual([...ofRush, ...older]);
  // One call after the first part, and the last.
  expect(told).toHaveLength(2);
  expect(told.at(-1)?.[0]).toBe(told.at(-1)?.[1]);
});
