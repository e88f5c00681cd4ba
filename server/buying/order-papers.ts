// The VAT of each line and the invoice of a sale, which the payment provider's events do not contain.

import type { Ledger } from '#server/ledger/ledger.ts';
import { paymentLock } from '#server/ledger/locks.ts';
import { dayMs, earlier } from '#server/moments.ts';
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
import { addPapers, findPurchase, purchasesWithoutPapers } from './purchases.ts';
import type { Purchase } from './records.ts';

export interface PapersNeeds {
  ledger: Ledger;
  log: Log;
  payments: Pick<PaymentProvider, 'findPapers'>;
}

/** What of a sale decides about its papers. */
type Sale = Pick<CheckoutSession, 'id' | 'lines' | 'vatOre' | 'makesInvoice'>;

/** Whether the provider has VAT or an invoice of this sale that is not recorded yet. */
function lacksPapers(
  { vatOre, makesInvoice }: Sale,
  recorded: Pick<Purchase, 'lines' | 'invoiceId'>,
): boolean {
  const lacksVat = vatOre !== null && recorded.lines.some(({ vat }) => vat === undefined);
  return lacksVat || (makesInvoice && recorded.invoiceId === null);
}

/**
 * Fetches the lines of a paid session with their VAT, and its invoice. It never makes the sale fail: when the provider
 * does not answer, the sale is recorded without them, and the reconciler tries again.
 */
export async function askForPapers(needs: PapersNeeds, session: Sale): Promise<CheckoutPapers> {
  const { ledger, log } = needs;
  const none = { lines: session.lines, invoice: null };
  if (session.vatOre === null && !session.makesInvoice) return none;
  const recorded = await ledger.read(() => findPurchase(session.id));
  if (recorded && !lacksPapers(session, recorded)) return none;
  try {
    const { lines, invoice } = await fetchPapers(needs, session);
    if (lines === null) {
      log.error(
        { checkoutSession: session.id },
        'the VAT of the lines does not add up to that of the order, which the books have instead',
      );
    }
    return { lines: lines ?? session.lines, invoice };
  } catch (error) {
    // Whatever the error is: the buyer has paid.
    log[error instanceof PaymentProviderUnavailable ? 'warn' : 'error'](
      { err: error, checkoutSession: session.id },
      'the payment provider did not tell the VAT and the invoice of a sale; the reconciler asks again',
    );
    return none;
  }
}

/** @returns `null` as the lines when what the provider tells of their VAT cannot be */
async function fetchPapers({ payments }: PapersNeeds, sale: Sale) {
  const { lines, invoice } = await payments.findPapers(sale.id, sale.makesInvoice);
  return { lines: linesWithVat(sale, lines), invoice };
}

/** How long missing papers are asked for, in milliseconds after the payment: some never come. */
const askedForMs = 30 * dayMs;
/** Most sales that are asked for in a run, the newest ones: each is a call. */
const mostAsked = 100;

/**
 * Asks again for the papers of the sales that lack any, as our own database has it. A sale that the provider does not tell
 * them of does not stop the others; all of those are one warning in the log.
 * @param now the provider's time, UTC
 * @param options `dryRun` only counts the sales; `signal` stops between two of them
 * @returns how many sales lacked any, and how many of them lack nothing any more
 */
export async function askForMissingPapers(
  needs: PapersNeeds,
  now: Date,
  { dryRun = false, signal }: { dryRun?: boolean | undefined; signal?: AbortSignal | undefined },
): Promise<{ missing: number; added: number }> {
  const { ledger, log } = needs;
  const since = earlier(now, askedForMs);
  const purchases = await ledger.snapshot(() => purchasesWithoutPapers(since, mostAsked));
  const counts = { missing: purchases.length, added: 0 };
  if (dryRun) return counts;
  let err: unknown;
  for (const { checkoutSessionId: id, paymentIntentId, ...sale } of purchases) {
    signal?.throwIfAborted();
    try {
      const { lines, invoice } = await fetchPapers(needs, { id, ...sale });
      const told = { lines: lines ?? sale.lines, invoiceId: invoice?.id ?? sale.invoiceId };
      await ledger.write([paymentLock(paymentIntentId, id)], () => addPapers(id, told.lines, told.invoiceId));
      if (!lacksPapers({ id, ...sale }, told)) counts.added += 1;
    } catch (error) {
      err = error;
    }
  }
  if (counts.added < counts.missing) {
    log[err === undefined || err instanceof PaymentProviderUnavailable ? 'warn' : 'error'](
      { ...counts, ...(err !== undefined && { err }) },
      'sales still lack the VAT of their lines or their invoice; the reconciler asks for 30 days',
    );
  }
  return counts;
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
function linesWithVat(session: Sale, told: readonly PurchaseLine[]): PurchaseLine[] | null {
  // Older payment pages did not say which line is which product.
  if (session.vatOre === null || told.length === 0) return session.lines;
  const lines = session.lines.flatMap((line) => {
    const vat = told.find((one) => one.productId === line.productId && one.priceOre === line.priceOre)?.vat;
    return vat && isPossible(vat, line.priceOre) ? [{ ...line, vat }] : [];
  });
  const vatOre = sumOf(lines.map(({ vat }) => vat.ore));
  return lines.length === session.lines.length && vatOre === session.vatOre ? lines : null;
}
