// The tax of each line and the invoice of a paid checkout session, which Stripe only returns on request.

import Stripe from 'stripe';
import type { CheckoutPapers, LineVat, PurchaseLine } from '#server/buying/payment-provider.ts';

/** The metadata key of a line's product id. */
export const lineProductKey = 'product_id';

/** Stripe's maximum for a page of lines, and for a session (docs.stripe.com/api/checkout/sessions/line_items). */
const mostLines = 100;

/** Lines and invoice of a session; empty for one that Stripe does not know. @throws any other error of Stripe's client */
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
    // The session itself contains only the first few.
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
 * The VAT of a line: the sum, if a country has several kinds of taxes. If none is due (no registration there, or reverse
 * charge), the rate is 0, whatever the country's own rate is.
 */
function vatOf(ore: number, taxes: readonly Stripe.LineItem.Tax[]): LineVat {
  const due = taxes.filter(({ amount }) => amount > 0);
  const percent = due.reduce((sum, { rate }) => sum + (rate.effective_percentage ?? rate.percentage), 0);
  const country = (due[0] ?? taxes[0])?.rate.country ?? null;
  return { ore, ratePpm: Math.round(percent * 10_000), country };
}
