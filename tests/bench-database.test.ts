import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assertModeFits } from '#server/buying/payment-mode.ts';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { fillDatabase } from '../bench/support/database.ts';

it('The database of the benchmarks opens with the test key that they set', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(directory, 'site.sqlite');
  await fillDatabase(file, 10);
  const ledger = openSqliteLedger(file, 'migrations', () => new Date());
  const settings = { testMode: true, mayTestOnRealOrders: false };
  await expect(assertModeFits(ledger, settings)).resolves.toBeUndefined();
  await ledger.close();
  rmSync(directory, { recursive: true });
});
