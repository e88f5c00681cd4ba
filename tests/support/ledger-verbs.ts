import { beginErasure, completeErasure, type Erasure, pendingErasures } from '#server/accounts/erasures.ts';
import {
  addSession,
  removeExpiredSessions,
  type StoredSession,
  sessionByHash,
  sessionsOf,
  updateSession,
} from '#server/accounts/sessions.ts';
import { type OpenAttention, openAttention, resolveAttention } from '#server/buying/attention.ts';
import { movePurchase } from '#server/buying/move-purchase.ts';
import {
  findOrder,
  findPurchase,
  lockPurchase,
  ordersOfAccount,
  recordPurchase,
} from '#server/buying/purchases.ts';
import { lastReconciliation } from '#server/buying/reconciliations.ts';
import { recordPaymentFact } from '#server/buying/record-payment-fact.ts';
import type { NewPurchase, Withdrawal } from '#server/buying/records.ts';
import type { PaymentFact } from '#server/buying/refunds-and-disputes.ts';
import { type EventCause, hasEvent } from '#server/buying/webhook-events.ts';
import { recordWithdrawal } from '#server/buying/withdrawals.ts';
import { claimGiftOrders, claimIfAnythingWaits } from '#server/claiming/claim-waiting.ts';
import { redeemCode } from '#server/claiming/redeem-code.ts';
import { ownedGrants } from '#server/claiming/unlocked-content.ts';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { type Actor, byAccount } from '#server/identity/cause.ts';
import { isErased, removeOldErasures } from '#server/identity/erased-accounts.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { command } from '#server/ledger/script.ts';
import { codeWriterLock } from '#server/owning/codes.ts';
import { grantHistory } from '#server/owning/grants.ts';
import { type Clock, type Log, noMeters } from '#server/runtime.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { writeBatch } from './code-batch.ts';

/** The grants of an order, and what happened to them. */
export function* orderGrants(checkoutSessionId: string) {
  const order = yield* findOrder(checkoutSessionId);
  return { grants: order?.grants ?? [], history: yield* grantHistory(checkoutSessionId) };
}

/** A payment provider without the invoice and VAT of any sale. */
export const noPapers = {
  findPapers: async () => ({ lines: [], invoice: null }),
  settledAt: async () => null,
};

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A code for tests: for one account, without expiry. */
export interface TestCode {
  /** Trimmed and lower-cased. */
  code: string;
  campaign: string;
  unlocks: readonly AdventureId[];
}

/** A session with defaults for what does not matter to a test. */
type SessionOfTest = Omit<StoredSession, 'createdAt' | 'lastUsedAt' | 'device' | 'hasSecondFactor'> &
  Partial<StoredSession>;

const revokeCode = command(
  'UPDATE activation_codes SET revoked_at = ? WHERE code = ? AND revoked_at IS NULL',
);

/** The use cases of all rooms over one ledger, for tests that need many of them. */
export type LedgerVerbs = ReturnType<typeof ledgerVerbs>;
export function ledgerVerbs(ledger: Ledger) {
  return {
    ...ledger,
    recordPurchase: async (
      purchase: NewPurchase,
      unlocks: readonly AdventureId[],
      cause: EventCause,
      at: Date,
    ) => (await recordPurchase(ledger, purchase, unlocks, cause, at)).outcome,
    recordPaymentFact: (fact: PaymentFact, cause: EventCause, at: Date) =>
      recordPaymentFact(ledger, fact, cause, at),
    recordWithdrawal: (checkoutSessionId: string, withdrawal: Withdrawal) =>
      recordWithdrawal(
        ...([ledger, checkoutSessionId, () => withdrawal] as const),
        { cause: byAccount, write: ledger.write },
        withdrawal.receivedAt,
      ),
    /** Moves an order to another address, as an operator does. */
    moveOrder: (checkoutSessionId: string, to: string, at: Date) =>
      ledger.write([], function* () {
        const row = yield* lockPurchase(checkoutSessionId);
        if (!row) throw new Error('There is no such order');
        yield* movePurchase(row, to, 'typo', 'operator:kim', at);
      }),
    hasEvent: (id: string) => ledger.read(() => hasEvent(id)),
    findPurchase: (id: string) => ledger.read(() => findPurchase(id)),
    findOrder: (id: string) => ledger.snapshot(() => findOrder(id)),
    ownedOrders: async (account: Account, at: Date) => {
      await claimIfAnythingWaits(ledger, account, at);
      await claimGiftOrders(ledger, account);
      return ledger.snapshot(() => ordersOfAccount(account.id));
    },
    orderGrants: (id: string) => ledger.snapshot(() => orderGrants(id)),
    openAttention: () => ledger.read(openAttention),
    resolveAttention: (
      item: Pick<OpenAttention, 'checkoutSessionId' | 'reason' | 'subject'>,
      by: Actor,
      at: Date,
    ) => ledger.write([], () => resolveAttention(item, by, at)),
    lastReconciliation: async () =>
      (await ledger.read(() => lastReconciliation(new Date('9999-12-31')))).startedAt,
    ownedGrants: (account: Account, at: Date) => ownedGrants(ledger, account, at),
    redeemCode: (code: string, account: Account, at: Date) =>
      redeemCode({ ledger, clock: () => at, log: silentLog, metrics: noMeters }, account, code),
    /** Adds codes; those that exist already stay as they are. */
    addActivationCodes: (codes: readonly TestCode[], at: Date) =>
      ledger.write([codeWriterLock], function* () {
        const [first] = codes;
        if (!first) return;
        const usual = codes.map((code) => ({ ...code, expiresAt: null, mostRedemptions: 1 }));
        yield* writeBatch(first.campaign, usual, at);
      }),
    revokeActivationCode: (code: string, at: Date) => ledger.amend(() => revokeCode.run(at, code)),
    /** @param at its creation time, unless the session has one */
    addSession: (session: SessionOfTest, at: Date) =>
      addSession(ledger, {
        createdAt: at,
        lastUsedAt: at,
        device: 'Firefox on Linux',
        hasSecondFactor: false,
        ...session,
      }),
    findSession: (idHash: string, at: Date) => sessionByHash(ledger, idHash, at),
    updateSession: (session: StoredSession) => updateSession(ledger, session, session.lastUsedAt),
    sessionsOf: (accountId: string) => sessionsOf(ledger, accountId),
    removeExpiredSessions: (at: Date) => ledger.amend(() => removeExpiredSessions(at)),
    beginErasure: (erasure: Erasure) => beginErasure(ledger, erasure),
    pendingErasures: () => ledger.read(pendingErasures),
    isErased: (accountId: string) => ledger.read(() => isErased(accountId)),
    removeOldErasures: (at: Date) => ledger.amend(() => removeOldErasures(at)),
    completeErasure: (accountId: string, at: Date) => completeErasure(ledger, accountId, at),
  };
}

/** Opens an SQLite database that may be open elsewhere too. */
export function openVerbs(file: string, clock: Clock): LedgerVerbs {
  return ledgerVerbs(openSqliteLedger(file, 'migrations', clock));
}
