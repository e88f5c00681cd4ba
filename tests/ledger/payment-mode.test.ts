import { describe, expect, it } from 'vitest';
import { assertModeFits } from '#server/buying/payment-mode.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { noon, purchaseOf } from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';

const testKey = { testMode: true, mayTestOnRealOrders: false };
const liveKey = { testMode: false, mayTestOnRealOrders: false };

describe.each(engines)('The payment key of a database, on $engine', ({ open }) => {
  const withOrder = async (live: boolean) => {
    const ledger = await open(() => noon);
    await ledgerVerbs(ledger).recordPurchase(
      purchaseOf({ live }),
      ['fod'],
      { by: 'webhook', event: null },
      noon,
    );
    return ledger;
  };

  it('may be any one of a shop without real orders: a shop goes live on the database of its test orders', async () => {
    const ledger = await withOrder(false);
    await assertModeFits(ledger, testKey);
    await assertModeFits(ledger, liveKey);
    await ledger.close();
  });

  it('may be no test key where real orders are, unless it is a copy to try things on', async () => {
    const ledger = await withOrder(true);
    await assertModeFits(ledger, liveKey);
    await expect(assertModeFits(ledger, testKey)).rejects.toThrow(SetUpFault);
    await expect(assertModeFits(ledger, testKey)).rejects.toThrow(
      /has 1 real order:.*TEST_ON_REAL_ORDERS=yes/,
    );
    await assertModeFits(ledger, { ...testKey, mayTestOnRealOrders: true });
    await ledger.close();
  });
});
