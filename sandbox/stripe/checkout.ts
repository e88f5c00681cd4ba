import type Stripe from 'stripe';
import { byItself, type Cause, type Events } from './events.ts';
import { newInvoice } from './objects/invoice.ts';
import { presentment } from './objects/payment.ts';
import {
  type Buyer,
  expired,
  learnBuyer,
  newLineItem,
  newProduct,
  newSession,
  recovered,
} from './objects/session.ts';
import { readSession } from './objects/session-parameters.ts';
import { taxOf } from './objects/tax.ts';
import type { Session } from './objects/wire-types.ts';
import type { Payments } from './payments.ts';
import type { Records, SessionRecord } from './records.ts';
import type { Schedule } from './schedule.ts';
import { noSuch, refused } from './wire/errors.ts';

export interface Checkout {
  /** @throws StripeApiError */
  create(parameters: Record<string, unknown>): Session;
  /** @throws StripeApiError 404 */
  find(id: string): SessionRecord;
  list(): SessionRecord[];
  /** @param currency what the buyer is shown and charged instead of the session's own (adaptive pricing) */
  pay(id: string, buyer: Buyer, currency?: 'eur'): Session;
  /** The card is declined: the session stays open and the buyer may try again. */
  decline(id: string, buyer: Buyer): void;
  /** The payment is pending: the session is complete and unpaid until it settles. */
  payLater(id: string, buyer: Buyer, outcome: 'succeeded' | 'failed'): Session;
  /** Settles a pending payment now. @throws StripeApiError if none is pending */
  settle(id: string): Session;
  /** Reopens an expired session as a new one (recovery). @returns `null` when that was not enabled, or is too long ago */
  recover(id: string): Session | null;
  /** @throws StripeApiError 400 unless the session is open */
  expire(id: string, cause: Cause): Session;
}

interface CheckoutParts {
  records: Records;
  events: Events;
  payments: Payments;
  schedule: Schedule;
  now: () => Date;
  publicUrl: () => string;
  /** The shop's terms of service URL, as in the dashboard; null without one. */
  termsUrl: () => string | null;
  /** Milliseconds until a delayed payment settles. */
  settleDelayMs: () => number;
  sendReceipt(record: SessionRecord, intent: Stripe.PaymentIntent): void;
}

/** The life of checkout sessions: open, then complete (paid at once or later) or expired. */
export function createCheckout(parts: CheckoutParts): Checkout {
  const { records, events, payments, schedule, now } = parts;
  const seconds = (): number => Math.floor(now().getTime() / 1000);
  const keep = (record: SessionRecord): void => records.sessions.put(record.session.id, record);

  const find = (id: string): SessionRecord => {
    const record = records.sessions.get(id);
    if (!record) throw noSuch('checkout.session', id, 'session');
    return record;
  };

  const findOpen = (id: string): SessionRecord => {
    const record = find(id);
    if (record.session.status !== 'open')
      throw refused(`This Checkout Session is no longer open: it is ${record.session.status}.`);
    return record;
  };

  const planExpiry = ({ id, expires_at: due }: Session): void =>
    schedule.at(`expiry ${id}`, due * 1000, () => void close(id, byItself));

  const planSettlement = ({ session: { id }, settlement }: SessionRecord): void => {
    if (settlement) schedule.at(`settlement ${id}`, settlement.due, () => void settle(id));
  };

  const close = (id: string, cause: Cause): Session => {
    const record = find(id);
    if (record.session.status !== 'open')
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${record.session.status}\`.`,
      );
    schedule.cancel(`expiry ${id}`);
    record.session = expired(record.session, seconds(), `${parts.publicUrl()}/recover`);
    keep(record);
    events.record('checkout.session.expired', record.session, cause);
    return record.session;
  };

  const complete = (record: SessionRecord, buyer: Buyer): void => {
    const { session, lines } = record;
    schedule.cancel(`expiry ${session.id}`);
    session.status = 'complete';
    session.url = null;
    learnBuyer(session, lines, buyer, reckonTaxes(record, buyer));
    if (session.consent_collection)
      session.consent = { promotions: null, terms_of_service: buyer.acceptsTerms ? 'accepted' : null };
  };

  const reckonTaxes = ({ session, lines }: SessionRecord, { country, business }: Buyer) => {
    if (!session.automatic_tax.enabled) return [];
    return lines.map((line) => {
      const product = records.products.get(String(line.price.product));
      const code = product?.tax_code;
      const tax = taxOf(
        line,
        typeof code === 'string' ? code : null,
        { country, isBusiness: business !== null },
        seconds(),
      );
      records.lineTaxes.put(line.id, [tax]);
      return tax;
    });
  };

  /** Once it is paid. */
  const makeInvoice = ({ session }: SessionRecord): void => {
    if (!session.invoice_creation?.enabled) return;
    const number = records.invoices.values().length;
    const invoice = newInvoice(session, number, seconds(), `${parts.publicUrl()}/invoice`);
    session.invoice = invoice.id;
    records.invoices.put(invoice.id, invoice);
    events.record('invoice.paid', invoice);
  };

  const settle = (id: string): Session => {
    const record = find(id);
    const { session, settlement } = record;
    if (!settlement) throw refused(`Checkout session ${id} has no payment on its way.`);
    schedule.cancel(`settlement ${id}`);
    record.settlement = null;
    if (settlement.outcome === 'succeeded') {
      const intent = payments.settle(String(session.payment_intent));
      session.payment_status = 'paid';
      makeInvoice(record);
      keep(record);
      events.record('checkout.session.async_payment_succeeded', session);
      parts.sendReceipt(record, intent);
    } else {
      payments.fail(String(session.payment_intent));
      keep(record);
      events.record('checkout.session.async_payment_failed', session);
    }
    return session;
  };

  for (const record of records.sessions.values()) {
    if (record.session.status === 'open') planExpiry(record.session);
    planSettlement(record);
  }

  return {
    find,
    list: () => records.sessions.values(),
    create(parameters) {
      const at = seconds();
      const given = readSession(parameters, at, parts.termsUrl());
      const session = newSession(given, at, `${parts.publicUrl()}/pay`);
      const lines = given.lines.map((line) => {
        const product = newProduct(line, at);
        records.products.put(product.id, product);
        return newLineItem(line, product, at);
      });
      keep({ session, lines, intentData: given.payment_intent_data ?? {}, settlement: null });
      planExpiry(session);
      return session;
    },
    pay(id, buyer, currency) {
      const record = findOpen(id);
      const { session } = record;
      const intent = session.amount_total === 0 ? null : payments.intentOf(record);
      if (intent) {
        if (currency) {
          const details = presentment(intent.amount, currency);
          session.presentment_details = details;
          intent.presentment_details = details;
        }
        payments.charge(intent, buyer.email, 'card');
        session.payment_status = 'paid';
      }
      complete(record, buyer);
      makeInvoice(record);
      keep(record);
      events.record('checkout.session.completed', session);
      if (intent) parts.sendReceipt(record, intent);
      return session;
    },
    decline(id, buyer) {
      const record = findOpen(id);
      payments.decline(payments.intentOf(record), buyer.email);
      keep(record);
    },
    payLater(id, buyer, outcome) {
      const record = findOpen(id);
      payments.begin(payments.intentOf(record), buyer.email);
      complete(record, buyer);
      record.settlement = { outcome, due: now().getTime() + parts.settleDelayMs() };
      keep(record);
      events.record('checkout.session.completed', record.session);
      planSettlement(record);
      return record.session;
    },
    settle,
    recover(id) {
      const { session, lines, intentData } = find(id);
      const { expires_at: until = null, url } = session.after_expiration?.recovery ?? { url: null };
      if (url === null || until === null || until <= seconds()) return null;
      const again = recovered(session, seconds(), `${parts.publicUrl()}/pay`);
      keep({ session: again, lines, intentData, settlement: null });
      planExpiry(again);
      return again;
    },
    expire: close,
  };
}
