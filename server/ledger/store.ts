/** The database, as the use cases see it. What operators need beyond it is in `operator-store.ts`. */

import type { Account } from '#server/accounts/identity-provider.ts';
import type { PaymentFact } from '#server/buying/order-facts.ts';
import type { WebhookEvent } from '#server/buying/payment-provider.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import type {
  Actor,
  Cause,
  Erasure,
  EventOutcome,
  Grant,
  GrantEvent,
  NewActivationCode,
  OpenAttention,
  OrderGrant,
  Purchase,
  RecordedOrder,
  Redemption,
  StoredSession,
  Withdrawal,
} from './records.ts';

/** The database. Every method is atomic; none needs another to be called for the data to be whole. */
export interface Store {
  /**
   * Records a settled purchase, its lines, its grants and the event that brought it (when one did), all or nothing.
   * Refunds and disputes that came before take effect at once. Safe to repeat and to call at the same time: the
   * checkout session id is unique. A purchase of an account that was erased meanwhile is a guest's.
   */
  recordPurchase(
    purchase: Purchase,
    grants: readonly AdventureId[],
    cause: Cause,
    at: Date,
  ): Promise<'fulfilled' | 'already_fulfilled'>;
  /**
   * Takes in the state of a refund or dispute, whatever follows from it for the order's grants, and the event that
   * brought it, all or nothing. An older state than the known one changes nothing.
   */
  recordPaymentFact(fact: PaymentFact, cause: Cause, at: Date): Promise<'applied' | 'unchanged' | 'waiting'>;
  /** Notes an event that changed nothing. Repeating it changes nothing either. */
  noteEvent(event: WebhookEvent, outcome: EventOutcome, by: Actor, at: Date): Promise<void>;
  hasEvent(id: string): Promise<boolean>;
  findPurchase(checkoutSessionId: string): Promise<Purchase | null>;
  findOrder(checkoutSessionId: string): Promise<RecordedOrder | null>;
  /** The orders of an account, newest first. What waits for its verified address is claimed first, as for grants. */
  ownedOrders(account: Account, at: Date): Promise<RecordedOrder[]>;
  /** The grants of an order, and everything that happened to them, oldest first. */
  orderGrants(checkoutSessionId: string): Promise<{ grants: OrderGrant[]; history: GrantEvent[] }>;

  /**
   * Records a withdrawal and raises it for the operator, all or nothing. A repeated one keeps the first.
   * @returns the one that is on record now, or `null` when there is no such order
   */
  recordWithdrawal(checkoutSessionId: string, withdrawal: Withdrawal): Promise<Withdrawal | null>;
  /** What waits for a person, oldest first. */
  openAttention(): Promise<OpenAttention[]>;
  /** Closes one of them for good. @returns false when nothing like it was open */
  resolveAttention(
    item: Pick<OpenAttention, 'checkoutSessionId' | 'reason' | 'subject'>,
    by: Actor,
    at: Date,
  ): Promise<boolean>;

  /** When the last complete run of the reconciler began, or `null` when there was none. */
  lastReconciliation(): Promise<Date | null>;
  noteReconciliation(run: { startedAt: Date; finishedAt: Date; since: Date; result: object }): Promise<void>;

  /**
   * What an account owns now, oldest first. With a verified address, whatever waits for that address is claimed for
   * the account first, so that it stays with the account and never goes to a later owner of the address.
   * @throws {Refusal} `unauthorized` for an account that was erased
   */
  ownedGrants(account: Account, at: Date): Promise<Grant[]>;

  /**
   * Redeems a code for an account, all or nothing.
   * @param alreadyHas decides inside the transaction whether what the account owns covers what the code unlocks
   * @throws {Refusal} `unauthorized` for an account that was erased
   */
  redeemCode(
    code: string,
    account: Account,
    alreadyHas: (owned: readonly string[], unlocks: readonly string[]) => boolean,
    at: Date,
  ): Promise<Redemption>;
  /** Adds codes; those that exist already stay as they are. */
  addActivationCodes(codes: readonly NewActivationCode[], at: Date): Promise<void>;
  revokeActivationCode(code: string, at: Date): Promise<void>;

  /** @throws {Refusal} `unauthorized` for an account that was erased */
  addSession(session: StoredSession, at: Date): Promise<void>;
  /** `null` when there is none or it has expired. */
  findSession(idHash: string, at: Date): Promise<StoredSession | null>;
  updateSession(session: StoredSession): Promise<void>;
  removeSession(idHash: string): Promise<void>;
  sessionsOf(accountId: string): Promise<StoredSession[]>;
  removeExpiredSessions(at: Date): Promise<void>;

  /**
   * Notes that an account is to be erased, before the identity service is asked. Repeating it keeps the first.
   * @throws {Refusal} `unauthorized` for an account that was erased before
   */
  beginErasure(erasure: Erasure): Promise<void>;
  pendingErasures(): Promise<Erasure[]>;
  /** Gives up an erasure that the identity service refused when it was asked for; the account goes on as before. */
  abandonErasure(accountId: string): Promise<void>;
  /**
   * Erases what is held about the account. Payments stay, as the law on bookkeeping asks. From then on every method that
   * would write this account's id refuses with `unauthorized`, so that a token issued before brings nothing back.
   */
  completeErasure(accountId: string, at: Date): Promise<void>;
  /** Whether the account was erased, within the time in which anything may still name its id. */
  isErased(accountId: string): Promise<boolean>;
  /** Forgets which accounts were erased once nothing can name them any more. */
  removeOldErasures(at: Date): Promise<void>;

  /**
   * Runs work that one process of the site at a time should do; safe, but wasted, when two do it all the same.
   * @returns false when another process is at it and nothing was done
   */
  alone(task: 'reconciler' | 'housekeeping', work: () => Promise<void>): Promise<boolean>;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The database did not do what it was asked to, and nothing of it happened, or it is not known whether it happened
 * (the connection broke while it was being confirmed): repeating the call is safe in both cases. SQLite's own errors
 * come as they are; a database behind a network throws this.
 */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
  /** For figures and logs, such as `POSTGRES_55P03`. */
  readonly code: string;
  /** Whether the same call may well succeed in a moment: the server restarts, a lock is held, a line broke. */
  readonly passing: boolean;
  constructor(code: string, message: string, passing: boolean, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.passing = passing;
  }
}
