// Real orders and those of a test key in one database: a shop begins with a test key and goes on with the live one.

import type { Ledger } from '#server/ledger/ledger.ts';
import { integer } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { SetUpFault } from '#server/set-up-fault.ts';

const ordersOf = query('SELECT count(*) FROM purchases WHERE live = ?', integer);

/** How many orders were paid for with a live key, or with a test key. */
export const ordersOfMode = (ledger: Pick<Ledger, 'read'>, live: boolean): Promise<number> =>
  ledger.read(() => ordersOf.one(live));

/**
 * A test key on the database of the real shop sells everything for nothing to its customers, and mails them.
 * @throws {SetUpFault} when the key is a test key and there are real orders, unless the settings allow it
 */
export async function assertModeFits(
  ledger: Pick<Ledger, 'read'>,
  { testMode, mayTestOnRealOrders }: { testMode: boolean; mayTestOnRealOrders: boolean },
): Promise<void> {
  if (!testMode || mayTestOnRealOrders) return;
  const real = await ordersOfMode(ledger, true);
  if (real === 0) return;
  throw new SetUpFault(
    `STRIPE_SECRET_KEY is a test key, and the database has ${real} real ${real === 1 ? 'order' : 'orders'}: everything would be sold for nothing beside them. ` +
      'Set the live key, or let DATA_DIR, DATABASE_FILE or DATABASE_URL name another database. On a copy to try things on, TEST_ON_REAL_ORDERS=yes allows it: ' +
      'unset SMTP_URL there, or letters that wait in the copy go to your customers a second time.',
  );
}
