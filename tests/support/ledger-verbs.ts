import { isErased, removeOldErasures } from '#server/accounts/erased-accounts.ts';
import { beginErasure, completeErasure, type Erasure, pendingErasures } from '#server/accounts/erasures.ts';
import type { Account } from '#server/accounts/identity-provider.ts';
import {
  addSession,
  removeExpiredSessions,
  type StoredSession,
  sessionByHash,
  sessionsOf,
  updateSession,
} from '#server/accounts/sessions.ts';
import { openAttention, resolveAttention } from '#server/buying/attention.ts';
import { findOrder, findPurchase, ownedOrders, recordPurchase } from '#server/buying/purchases.ts';
import { lastReconciliation } from '#server/buying/reconciliations.ts';
import { recordPaymentFact } from '#server/buying/record-payment-fact.ts';
import type { Actor, Cause, NewPurchase, OpenAttention, Withdrawal } from '#server/buying/records.ts';
import type { PaymentFact } from '#server/buying/refunds-and-disputes.ts';
import { hasEvent } from '#server/buying/webhook-events.ts';
import { recordWithdrawal } from '#server/buying/withdrawals.ts';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { command } from '#server/ledger/script.ts';
import { codeWriterLock } from '#server/owning/codes.ts';
import { grantHistory, ownedGrants } from '#server/owning/grants.ts';
import { redeemCode } from '#server/owning/redeem-code.ts';
import { type Clock, type Log, noMeters } from '#server/runtime.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { writeBatch } from './code-batch.ts';

/** The grants of an order, and what happened to them. */
export function* orderGrants(checkoutSessionId: string) {
  const order = yield* findOrder(checkoutSessionId);
  return { grants: order?.grants ?? [], history: yield* grantHistory(checkoutSessionId) };
}

/** A payment provider that has no papers of any sale. */
export const noPapers = { findPapers: async () => ({ lines: [], invoice: null }) };

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A code for tests: for one account, for ever. */
export interface TestCode {
  /** Trimmed and lower-cased. */
  code: string;
  campaign: string;
  unlocks: readonly AdventureId[];
}

/** A session of which a test says only what it is about. */
type SessionOfTest = Omit<StoredSession, 'createdAt' | 'lastUsedAt' | 'device' | 'hasSecondFactor'> &
  Partial<StoredSession>;

const revokeCode = command(
  'UPDATE activation_codes SET revoked_at = ? WHERE code = ? AND revoked_at IS NULL',
);

/** The verbs of the matters over one ledger, for tests that ask for many of them. */
export type LedgerVerbs = ReturnType<typeof ledgerVerbs>;
export function ledgerVerbs(ledger: Ledger) {
  return {
    ...ledger,
    recordPurchase: async (purchase: NewPurchase, unlocks: readonly AdventureId[], cause: Cause, at: Date) =>
      (await recordPurchase(ledger, purchase, unlocks, cause, at)).outcome,
    recordPaymentFact: (fact: PaymentFact, cause: Cause, at: Date) =>
      recordPaymentFact(ledger, fact, cause, at),
    recordWithdrawal: (checkoutSessionId: string, withdrawal: Withdrawal) =>
      recordWithdrawal(ledger, checkoutSessionId, () => withdrawal),
    hasEvent: (id: string) => ledger.read(() => hasEvent(id)),
    findPurchase: (id: string) => ledger.read(() => findPurchase(id)),
    findOrder: (id: string) => ledger.snapshot(() => findOrder(id)),
    ownedOrders: (account: Account, at: Date) => ownedOrders(ledger, account, at),
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
    /** @param at when it begins, unless the session says so itself */
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

/** Opens an SQLite database beside whoever has it open. */
export function openVerbs(file: string, clock: Clock): LedgerVerbs {
  return ledgerVerbs(openSqliteLedger(file, 'migrations', clock));
}
