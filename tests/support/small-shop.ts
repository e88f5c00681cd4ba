import {
  type CheckoutOrder,
  type CheckoutPapers,
  type CheckoutSession,
  type OperatorPayments,
  type PaymentBooks,
  type PaymentProvider,
  PaymentProviderUnavailable,
  type ReceivedEvent,
  type WebhookEvent,
} from '#server/buying/payment-provider.ts';
import type { NewPurchase, Withdrawal } from '#server/buying/records.ts';
import type { DisputeFact, KnownRefund, PaymentFact } from '#server/buying/refunds-and-disputes.ts';
import type { EventCause } from '#server/buying/webhook-events.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Shape } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import type { Log, Meters } from '#server/runtime.ts';
import { anna } from '#tests/support/accounts.ts';
import { openLedgerInMemory } from './ledger-in-memory.ts';
import type { LedgerVerbs } from './ledger-verbs.ts';

/** A shop for unit tests: a real ledger in memory, and ports that record their calls. */

export const noon = new Date('2026-03-02T12:00:00Z');
export const minutes = (count: number, from = noon) => new Date(from.getTime() + count * 60_000);
export const days = (count: number, from = noon) => minutes(count * 24 * 60, from);

/** A paid checkout session of one game. */
export const sessionOf = (over: Partial<CheckoutSession> = {}): CheckoutSession => ({
  id: 'cs_1',
  paymentStatus: 'paid',
  status: 'complete',
  paymentFailed: false,
  paymentIntentId: 'pi_1',
  email: anna.email,
  accountId: null,
  isGift: false,
  lines: [{ productId: 'fod', priceOre: 25_000 }],
  totalOre: 25_000,
  currency: 'sek',
  paidAmount: null,
  paidCurrency: null,
  live: false,
  paymentPage: null,
  recoveryPage: null,
  recoveredFrom: null,
  createdAt: minutes(-30),
  chargedAt: noon,
  consentText: null,
  termsVersion: null,
  country: null,
  vatOre: null,
  makesInvoice: false,
  ...over,
});

/** The purchase recorded from {@link sessionOf} when the order page finds it paid. */
export const purchaseOf = (over: Partial<NewPurchase> = {}): NewPurchase => ({
  ...{ checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1', email: 'anna@example.com', accountId: null },
  ...{ lines: [{ productId: 'fod', priceOre: 25_000 }], totalOre: 25_000, currency: 'sek' },
  ...{ paidAmount: null, paidCurrency: null, live: false, consentText: null, termsVersion: null },
  ...{ country: null, vatOre: null, invoiceId: null, paidAt: noon },
  ...over,
});

/** A withdrawal from {@link purchaseOf}. */
export const withdrawalOf = (over: Partial<Withdrawal> = {}): Withdrawal => ({
  ...{ reference: 'W-1', name: 'Anna', email: anna.email, productIds: ['fod'], refundOre: 25_000 },
  ...{ confirmation: 'word for word', receivedAt: noon, ...over },
});

/** The cause of a recording by the order page. */
export const byPage: EventCause = { by: 'order_page', event: null };

export const eventOf = (over: Partial<WebhookEvent> = {}): WebhookEvent => ({
  ...{ id: 'evt_1', type: 'checkout.session.completed', objectId: 'cs_1', createdAt: minutes(-1) },
  ...over,
});

export const refundOf = (over: Partial<KnownRefund> = {}): KnownRefund => ({
  ...{ kind: 'refund', id: 're_1', paymentIntentId: 'pi_1', amountOre: 25_000 },
  ...{ status: 'succeeded', productIds: [], asOf: noon, countedAt: noon, reinstatedAt: null },
  ...over,
});
export const disputeOf = (over: Partial<DisputeFact> = {}): DisputeFact => ({
  ...{ kind: 'dispute', id: 'du_1', paymentIntentId: 'pi_1', amountOre: 25_000, currency: 'sek' },
  ...{ status: 'needs_response', asOf: noon },
  countedAt: over.status === 'lost' ? (over.asOf ?? noon) : null,
  ...over,
});

export interface SmallShop {
  ledger: Ledger;
  verbs: LedgerVerbs;
  /** The current time. */
  now: Date;
  clock: () => Date;
  log: Log;
  logged: { level: keyof Log; fields: Record<string, unknown> }[];
  metrics: Meters;
  metered: unknown[][];
  /** The named locks of each transaction. */
  locks: (readonly string[])[];
  /** All rows of a query, without a row reader. */
  rows<S extends Shape>(sql: string, shape: S): Promise<Record<string, unknown>[]>;
  /** The payment provider's checkout sessions. */
  sessions: CheckoutSession[];
  facts: PaymentFact[];
  events: ReceivedEvent[];
  /** The payment provider's papers of paid sessions; `null` while it does not answer. */
  papers: Map<string, CheckoutPapers> | null;
  /** The calls to the payment provider, in order. */
  asked: unknown[][];
  payments: PaymentProvider & OperatorPayments;
  books: PaymentBooks;
}

/** Opens an empty shop at {@link noon}. */
export function smallShop(): SmallShop {
  const { ledger: verbs, locks, clock, turnTo } = openLedgerInMemory(noon);
  const note =
    (level: keyof Log) =>
    (fields: Record<string, unknown>): void =>
      void shop.logged.push({ level, fields });
  const meter =
    (name: string) =>
    (...values: unknown[]): void =>
      void shop.metered.push([name, ...values]);
  async function* told<T>(question: unknown[], items: readonly T[]): AsyncGenerator<T> {
    shop.asked.push(question);
    yield* items;
  }
  const shop: SmallShop = {
    ledger: verbs,
    verbs,
    get now() {
      return clock();
    },
    set now(moment) {
      turnTo(moment);
    },
    clock,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    logged: [],
    metrics: {
      purchase: meter('purchase'),
      webhookEvent: meter('webhookEvent'),
      redemption: meter('redemption'),
      olderCheckout: meter('olderCheckout'),
      paidTwice: meter('paidTwice'),
      fraudWarning: meter('fraudWarning'),
      reconciled: meter('reconciled'),
      letter: meter('letter'),
    },
    metered: [],
    locks,
    rows: (sql, shape) => verbs.read(() => query(sql, shape).all()),
    sessions: [],
    facts: [],
    events: [],
    papers: new Map(),
    asked: [],
    payments: {
      async createCheckoutSession(order: CheckoutOrder) {
        shop.asked.push(['createCheckoutSession', order]);
        return { id: 'cs_new', url: 'https://pay.example/cs_new', expiresAt: days(1, shop.now) };
      },
      async expireCheckoutSession(id) {
        shop.asked.push(['expireCheckoutSession', id]);
        const session = shop.sessions.find((each) => each.id === id);
        if (session?.status !== 'open') return false;
        session.status = 'expired';
        return true;
      },
      async findCheckoutSession(id, { isOurs = false } = {}) {
        shop.asked.push(['findCheckoutSession', id, ...(isOurs ? ['is ours'] : [])]);
        return shop.sessions.find((session) => session.id === id) ?? null;
      },
      async findPapers(id, makesInvoice) {
        shop.asked.push(['findPapers', id]);
        if (!shop.papers) throw new PaymentProviderUnavailable('down');
        const { lines = [], invoice = null } = shop.papers.get(id) ?? {};
        return { lines, invoice: makesInvoice ? invoice : null };
      },
      async settledAt(id, chargedAt) {
        shop.asked.push(['settledAt', id, chargedAt]);
        const settled = shop.events.find(
          ({ event }) => event.objectId === id && event.type === 'checkout.session.async_payment_succeeded',
        );
        return settled?.event.createdAt ?? null;
      },
      async sessionOfPayment(id) {
        shop.asked.push(['sessionOfPayment', id]);
        return shop.sessions.find(({ paymentIntentId }) => paymentIntentId === id)?.id ?? null;
      },
      async findEvent(id) {
        shop.asked.push(['findEvent', id]);
        return shop.events.find(({ event }) => event.id === id) ?? null;
      },
      async sendReceipt(paymentIntentId, email) {
        shop.asked.push(['sendReceipt', paymentIntentId, email]);
        return shop.sessions.some((session) => session.paymentIntentId === paymentIntentId);
      },
      async refund(paymentIntentId, idempotencyKey) {
        shop.asked.push(['refund', paymentIntentId, idempotencyKey]);
        return { id: 're_new', status: 'succeeded', amountOre: 25_000 };
      },
      async nameRefund(refundId, productIds) {
        shop.asked.push(['nameRefund', refundId, productIds]);
      },
    },
    books: {
      now: async () => clock(),
      events: (since) => told(['events', since], shop.events),
      completedSessions: (since) => told(['completedSessions', since], shop.sessions),
      paymentFacts: (since) => told(['paymentFacts', since], shop.facts),
      paymentFactsOf: (id) =>
        told(
          ['paymentFactsOf', id],
          shop.facts.filter(({ paymentIntentId }) => paymentIntentId === id),
        ),
      async subjectNow({ id: event }, { object, id }) {
        shop.asked.push(['subjectNow', event, object, id]);
        const session = shop.sessions.find((one) => one.id === id);
        if (session) return { kind: 'checkout_session', session };
        const fact = shop.facts.find((one) => one.id === id);
        return fact ? { kind: 'payment_fact', fact } : { kind: 'other' };
      },
    },
  };
  return shop;
}
