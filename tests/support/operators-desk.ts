import type {
  CheckoutSession,
  OperatorPayments,
  PaymentBooks,
  PaymentProvider,
} from '#server/buying/payment-provider.ts';
import type { NewPurchase, Purchase } from '#server/buying/records.ts';
import type { RefundFact } from '#server/buying/refunds-and-disputes.ts';
import { listActions, type OperatorNeeds } from '#server/operating/operator-action.ts';
import type { OperatorOrderNeeds } from '#server/operating/operator-orders.ts';
import { noMeters } from '#server/runtime.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { anna } from '#tests/support/accounts.ts';
import { openLedgerInMemory } from './ledger-in-memory.ts';
import { type LedgerVerbs, noPapers, silentLog } from './ledger-verbs.ts';

/** When the desk opens. */
export const at = new Date('2025-06-01T12:00:00.123Z');
export const later = new Date('2025-06-02T12:00:00Z');

/** A purchase of The Fortress of Death by anna as a guest, paid `number` seconds after the desk opened. */
export const purchaseOf = (number: number, over: Partial<Purchase> = {}): Purchase => ({
  ...{ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}`, email: anna.email },
  ...{
    accountId: null,
    currency: 'sek',
    totalOre: 25_000,
    live: false,
    consentText: null,
    termsVersion: null,
    country: null,
    vatOre: null,
    invoiceId: null,
  },
  ...{ paidAmount: null, paidCurrency: null },
  paidAt: new Date(at.getTime() + number * 1000),
  lines: [{ productId: 'fod', priceOre: 25_000 }],
  ...over,
});

/** The same purchase as the payment provider shows it. */
export const sessionOf = (number: number, over: Partial<CheckoutSession> = {}): CheckoutSession => {
  const { checkoutSessionId: id, paidAt: createdAt, invoiceId: _, ...purchase } = purchaseOf(number);
  const state = { paymentStatus: 'paid', status: 'complete', paymentFailed: false, makesInvoice: false };
  const pages = { paymentPage: null, recoveryPage: null, recoveredFrom: null };
  return { id, createdAt, chargedAt: null, isGift: false, ...purchase, ...state, ...pages, ...over };
};

/** The whole of that purchase, given back the day after. */
export const refundOf = (number: number, over: Partial<RefundFact> = {}): RefundFact => ({
  ...{ kind: 'refund', id: `re_${number}`, paymentIntentId: `pi_${number}`, amountOre: 25_000 },
  ...{ status: 'succeeded', productIds: [], asOf: later, countedAt: over.asOf ?? later },
  ...over,
});

/** An operator at work on any ledger. */
export function atDesk(ledger: LedgerVerbs, clock: () => Date) {
  const needs: OperatorNeeds = { ledger, clock, actor: 'operator:kim' };
  return {
    needs,
    /** @param unlocks The Fortress of Death when left out */
    sell: (number: number, over: Partial<NewPurchase> = {}, unlocks: readonly AdventureId[] = ['fod']) =>
      ledger.recordPurchase(purchaseOf(number, over), unlocks, { by: 'webhook', event: null }, clock()),
    /** The record of actions, oldest first, without those of reading the record. */
    recorded: async () =>
      (await listActions(needs, 99))
        .filter(({ action }) => action !== 'actions.list')
        .map(({ action, subject, reason, details }) => [action, subject, reason, details])
        .toReversed(),
  };
}

/** The same with a ledger in memory, for unit tests of `server/operating`. */
export type OperatorsDesk = ReturnType<typeof openDesk>;
export function openDesk() {
  const memory = openLedgerInMemory(at);
  const { ledger, clock } = memory;
  const desk = atDesk(ledger, clock);
  return {
    ...memory,
    ...desk,
    /** The port to a payment provider whose books contain only what the test sets. */
    withProvider: (
      answers: Partial<PaymentProvider & PaymentBooks & OperatorPayments>,
    ): OperatorOrderNeeds => {
      const nothing = async function* () {};
      const provider: PaymentProvider & PaymentBooks & OperatorPayments = {
        ...noPapers,
        createCheckoutSession: () => Promise.reject(new Error('Operators sell nothing')),
        ...{ findCheckoutSession: async () => null, findEvent: async () => null },
        sessionOfPayment: async () => null,
        now: async () => clock(),
        ...{ events: nothing, completedSessions: nothing, paymentFacts: nothing, paymentFactsOf: nothing },
        subjectNow: async () => ({ kind: 'other' }),
        sendReceipt: async () => false,
        expireCheckoutSession: () => Promise.reject(new Error('Operators close no payment pages')),
        refund: () => Promise.reject(new Error('Nothing was said of refunds')),
        nameRefund: () => Promise.reject(new Error('Nothing was said of refunds')),
        ...answers,
      };
      const roles = { payments: provider, books: provider, operatorPayments: provider };
      return { ...desk.needs, ...roles, log: silentLog, metrics: noMeters };
    },
  };
}
