// Who asks about an order.

import type { Viewer } from '#server/buying/order-viewer.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { claimGiftOrders } from './claim-waiting.ts';

/**
 * The viewer of an order. The orders of gifts that wait for the account's verified address are claimed first: whoever
 * bought a gift as a guest, and made the account since, is its buyer.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export async function recogniseViewer(ledger: Ledger, viewer: Viewer): Promise<Viewer> {
  if (viewer.account) await claimGiftOrders(ledger, viewer.account);
  return viewer;
}
