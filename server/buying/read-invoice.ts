// The invoice of an order (PDF, VAT number), for its buyer.

import { Refusal } from '#server/refusal.ts';
import type { FulfilOrderNeeds } from './fulfil-order.ts';
import { orderNotFound, requireBuyer, type Viewer } from './order-viewer.ts';
import { findPurchase } from './purchases.ts';

/**
 * The URL of an order's invoice, for its buyer: the browser that paid, or the signed-in owner. Whoever has the URL can
 * read name and VAT number, and it expires after about a month, so it is fetched each time and never stored.
 * @throws {Refusal} `order_not_found`, `forbidden` for anybody but the buyer, `invoice_not_found` when there is none
 * @throws {PaymentProviderUnavailable}
 */
export async function readInvoice(
  { ledger, clock, payments }: Pick<FulfilOrderNeeds, 'ledger' | 'clock' | 'payments'>,
  checkoutSessionId: string,
  viewer: Viewer,
): Promise<{ url: string }> {
  const invoiceId = await ledger.snapshot(function* () {
    const purchase = yield* findPurchase(checkoutSessionId);
    if (!purchase) throw orderNotFound();
    yield* requireBuyer(viewer, purchase, clock(), 'read its invoice');
    return purchase.invoiceId;
  });
  const invoice = invoiceId === null ? null : (await payments.findPapers(checkoutSessionId, true)).invoice;
  if (!invoice?.url) throw new Refusal('invoice_not_found', 'No invoice was made for this order.');
  return { url: invoice.url };
}
