// The VAT of each line and the invoice of a sale, which the payment provider's events do not contain.

import type { Ledger } from '#server/ledger/ledger.ts';
import type { Log } from '#server/runtime.ts';
import { sumOf } from '#shared/money.ts';
import {
  type CheckoutPapers,
  type CheckoutSession,
  type LineVat,
  type PaymentProvider,
  PaymentProviderUnavailable,
  type PurchaseLine,
} from './payment-provider.ts';
import { findPurchase } from './purchases.ts';
import type { Purchase } from './records.ts';

export interface PapersNeeds {
  ledger: Ledger;
  log: Log;
  payments: Pick<PaymentProvider, 'findPapers'>;
}

/** Whether the provider has VAT or an invoice of this sale that is not recorded yet. */
export function lacksPapers(session: CheckoutSession, recorded: Purchase): boolean {
  const { vatOre, makesInvoice } = session;
  const lacksVat = vatOre !== null && recorded.lines.some(({ vat }) => vat === undefined);
  return lacksVat || (makesInvoice && recorded.invoiceId === null);
}

/**
 * Fetches the lines of a paid session with their VAT, and its invoice. It never makes the sale fail: when the provider
 * does not answer, the sale is recorded without them, and the reconciler tries again.
 */
export async function askForPapers(
  { ledger, log, payments }: PapersNeeds,
  session: CheckoutSession,
): Promise<CheckoutPapers> {
  const none = { lines: session.lines, invoice: null };
  if (session.vatOre === null && !session.makesInvoice) return none;
  const recorded = await ledger.read(() => findPurchase(session.id));
  if (recorded && !lacksPapers(session, recorded)) return none;
  try {
    const { lines, invoice } = await payments.findPapers(session.id, session.makesInvoice);
    const withVat = linesWithVat(session, lines);
    if (withVat === null) {
      log.error(
        { checkoutSession: session.id },
        'the VAT of the lines does not add up to that of the order, which the books have instead',
      );
    }
    return { lines: withVat ?? session.lines, invoice };
  } catch (error) {
    // Whatever the error is: the buyer has paid.
    log[error instanceof PaymentProviderUnavailable ? 'warn' : 'error'](
      { err: error, checkoutSession: session.id },
      'the payment provider did not tell the VAT and the invoice of a sale; the reconciler asks again',
    );
    return none;
  }
}

/** Whether the database's constraints allow it: a nonsensical number must not make the sale fail. */
const isPossible = ({ ore, ratePpm, country }: LineVat, priceOre: number): boolean =>
  Number.isSafeInteger(ore) &&
  ore >= 0 &&
  ore <= priceOre &&
  Number.isSafeInteger(ratePpm) &&
  ratePpm >= 0 &&
  (country === null || country.length === 2);

/**
 * The lines of the sale, with the VAT that the provider reported.
 * @returns `null` when prices or VAT do not match the order: partial VAT would make the books wrong
 */
function linesWithVat(session: CheckoutSession, told: readonly PurchaseLine[]): PurchaseLine[] | null {
  // Older payment pages did not say which line is which product.
  if (session.vatOre === null || told.length === 0) return session.lines;
  const lines = session.lines.flatMap((line) => {
    const vat = told.find((one) => one.productId === line.productId && one.priceOre === line.priceOre)?.vat;
    return vat && isPossible(vat, line.priceOre) ? [{ ...line, vat }] : [];
  });
  const vatOre = sumOf(lines.map(({ vat }) => vat.ore));
  return lines.length === session.lines.length && vatOre === session.vatOre ? lines : null;
}
