import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialect, openPostgresLedger, type PostgresLedger } from '#server/engines/postgres/ledger.ts';
import type { Question } from '#server/ledger/script.ts';
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
    INSERT INTO letters (kind, subject, state, bulk, written_at, due_at, tries)
      SELECT 'pre-order-out', n, 'waiting', true, '2026-03-01', '2026-03-01', 0 FROM generate_series(1, 5000) n;
    ANALYZE`);
});
afterAll(() => ledger.close());

/** How PostgreSQL answers a question, line by line. */
async function planOf({ statement, values }: Question): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${dialect(statement.sql)}`, [
    ...values,
  ]);
  return rows.map((row) => row['QUERY PLAN']);
}

it('The next letters of a mass mailing are found without sorting all that wait', async () => {
  const { ledger: noting, asked } = recording(ledger);
  expect(await noting.write([], () => takeLetters(3, noon, minutes(1)))).toHaveLength(3);
  const [due] = asked;
  if (!due) throw new Error('Nothing was asked');
  const lines = await planOf(due);
  expect(lines.filter((line) => line.includes('Sort'))).toEqual([]);
});
