import { expect, it, onTestFinished } from 'vitest';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';
import { connectPostgres } from './ledger.ts';

it('An index that is not valid, and a constraint that was not checked, are faults of the database', async () => {
  const url = await newPostgresDatabase();
  const ledger = connectPostgres({
    url,
    limits: { statementMs: 20_000, lockMs: 5000 },
    onLost: () => undefined,
  });
  onTestFinished(() => ledger.close());
  expect(await ledger.inspect()).toMatchObject({ faults: [], purchases: 0 });
  await askPostgres(url, 'CREATE INDEX half_made ON grants (email)');
  await askPostgres(url, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'half_made'::regclass");
  await askPostgres(url, 'ALTER TABLE grants ADD CONSTRAINT unlooked CHECK (id > 0) NOT VALID');
  expect((await ledger.inspect()).faults).toEqual([
    'The index half_made is not valid',
    'The constraint unlooked was not checked',
  ]);
});
