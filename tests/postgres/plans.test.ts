import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialect, openPostgresLedger, type PostgresLedger } from '#server/engines/postgres/ledger.ts';
import type { Question } from '#server/ledger/script.ts';
import { periodOf, readFigures } from '#server/operating/figures.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import { recording } from '#tests/support/asked-questions.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { minutes, noon } from '#tests/support/small-shop.ts';

let ledger: PostgresLedger;
beforeAll(async () => {
  const options = { clock: () => noon, log: silentLog, user: 'operator' } as const;
  ({ ledger } = await openPostgresLedger(await newPostgresDatabase(), 'migrations/postgres', options));
  // Enough rows for plans as in a shop of some years.
  await ledger.pool.query(`
    INSERT INTO purchases (id, checkout_session_id, email, currency, total_ore, live, paid_at, recorded_at)
      SELECT n, 'cs_' || n, 'anna@example.com', 'sek', 25000, false, at, at
      FROM (SELECT n, timestamptz '2026-03-02T00:00Z' - n * interval '10 minutes' AS at FROM generate_series(1, 40000) n);
    INSERT INTO purchase_lines (purchase_id, product_id, price_ore) SELECT id, 'fod', 25000 FROM purchases;
    INSERT INTO letters (kind, subject, state, bulk, written_at, due_at, tries)
      SELECT 'pre-order-out', n, 'waiting', true, '2026-03-01', '2026-03-01', 0 FROM generate_series(1, 5000) n;
    ANALYZE`);
});
afterAll(() => ledger.close());

/** How PostgreSQL answers a question, line by line. */
async function planOf({ statement, values }: Question): Promise<string[]> {
  const client = await ledger.pool.connect();
  // As docs/postgresql.md recommends.
  await client.query('SET random_page_cost = 1.1');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${dialect(statement.sql)}`, [
    ...values,
  ]);
  client.release(true);
  return rows.map((row) => row['QUERY PLAN']);
}

it('The next letters of a mass mailing are found without sorting all that wait', async () => {
  const { ledger: noting, asked } = recording(ledger);
  expect(await noting.write([], () => takeLetters(3, noon, minutes(1), true))).toHaveLength(3);
  const [due] = asked;
  if (!due) throw new Error('Nothing was asked');
  const lines = await planOf(due);
  expect(lines.filter((line) => line.includes('Sort'))).toEqual([]);
});

it('The figures of a part of a period read the lines of its orders only', async () => {
  const { ledger: noting, asked } = recording(ledger);
  const needs = { ledger: noting, clock: () => noon, actor: 'operator:eva' as const };
  const figures = await readFigures(needs, periodOf('2026-02-10', undefined, noon), false);
  expect(figures.byProduct).toMatchObject([{ key: 'fod', sold: 2886 }]);
  const lines = (await Promise.all(asked.map(planOf))).flat();
  expect(lines.join('\n')).toContain('purchase_lines');
  expect(lines.filter((line) => /Seq Scan on (purchases|purchase_lines)\b/.test(line))).toEqual([]);
});
