// What Stripe tells of a paid checkout session only when it is asked: the tax of each line, and the invoice.

import Stripe from 'stripe';
import type { CheckoutPapers, LineVat, PurchaseLine } from '#server/buying/payment-provider.ts';

/** The metadata key by which a line says which product it is. */
export const lineProductKey = 'product_id';

/** Stripe's most for a page of lines, and for a session (docs.stripe.com/api/checkout/sessions/line_items). */
const mostLines = 100;

/** The papers of a session; empty for one that Stripe does not know. @throws what Stripe's client throws for anything else */
export async function findPapers(
  stripe: Stripe,
  sessionId: string,
  makesInvoice: boolean,
  options: Stripe.RequestOptions,
): Promise<CheckoutPapers> {
  try {
    const expand = ['line_items.data.taxes', ...(makesInvoice ? ['invoice'] : [])];
    const session = await stripe.checkout.sessions.retrieve(sessionId, { expand }, options);
    const { invoice, line_items: first } = session;
    // With the session come only the first few.
    const lines = first?.has_more
      ? await stripe.checkout.sessions.listLineItems(
          sessionId,
          { limit: mostLines, expand: ['data.taxes'] },
          options,
        )
      : first;
    return {
      lines: (lines?.data ?? []).flatMap(soldLine),
      invoice:
        typeof invoice === 'object' && invoice !== null
          ? { id: invoice.id, url: invoice.hosted_invoice_url ?? null }
          : null,
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { lines: [], invoice: null };
    throw error;
  }
}

function soldLine({
  metadata,
  amount_total: priceOre,
  amount_tax: ore,
  taxes,
}: Stripe.LineItem): PurchaseLine[] {
  const productId = metadata?.[lineProductKey];
  return productId === undefined ? [] : [{ productId, priceOre, vat: vatOf(ore, taxes ?? []) }];
}

/**
 * The VAT of a line. A country with taxes of several kinds has their sum. Where none is due (no registration there, a business that
 * owes it itself) the rate is nought, whatever the country's own would be.
 */
function vatOf(ore: number, taxes: readonly Stripe.LineItem.Tax[]): LineVat {
  const due = taxes.filter(({ amount }) => amount > 0);
  const percent = due.reduce((sum, { rate }) => sum + (rate.effective_percentage ?? rate.percentage), 0);
  const country = (due[0] ?? taxes[0])?.rate.country ?? null;
  return { ore, ratePpm: Math.round(percent * 10_000), country };
}
