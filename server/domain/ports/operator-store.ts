/**
 * What the operator's use cases need beyond `store.ts`. Every method that changes something takes the action it belongs
 * to and writes it into the record of what operators did, in the same transaction.
 */

import type { GrantSource } from '#shared/api/unlocked-content.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import type { OrderStanding } from '../order-facts.ts';
import type { ReceivedEvent } from './payment.ts';
import type { EventOutcome, GrantEvent } from './records.ts';
import type { Store } from './store.ts';

/** An operator, by the operating system's user name or the account's. */
export type OperatorActor = `operator:${string}`;

/** Something an operator did or looked at. */
export interface OperatorAction {
  actor: OperatorActor;
  /** For example `codes.create`. */
  action: string;
  /** What it was about; addresses masked. */
  subject: string | null;
  reason: string | null;
  details: Readonly<Record<string, unknown>>;
  at: Date;
}

export interface CodeBatch {
  id: number;
  campaign: string;
  origin: 'generated' | 'imported';
  createdAt: Date;
  createdBy: string;
  /** How many codes are in it, how many of them were redeemed at least once, and how many are revoked. */
  codes: number;
  redeemed: number;
  revoked: number;
  /** What its codes unlock; several where they differ. */
  unlocks: string[];
  /** The latest expiry among its codes, or `null` when one never expires. */
  expiresAt: Date | null;
  /** How many accounts may use one of its codes, at most. */
  mostRedemptions: number;
}

export interface NewCode {
  /** Trimmed and lower-cased. */
  code: string;
  /** The batch's own unless the code has another. */
  campaign: string;
  unlocks: readonly AdventureId[];
  expiresAt: Date | null;
  mostRedemptions: number;
}

export interface CodeRecord {
  id: number;
  code: string;
  batchId: number | null;
  campaign: string;
  unlocks: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  mostRedemptions: number;
  /** Who used it; the account is `null` once it was deleted. */
  redemptions: { accountId: string | null; redeemedAt: Date }[];
}

/** Which codes are meant. */
export type CodeSelection = { codeId: number } | { batchId: number } | { campaign: string };

export type ImportKind = 'backers' | 'purchases';

/** One line of an import file, ready to be granted. */
export interface ImportEntry {
  /** Digest of what the line says; the same line has the same key in every file. */
  key: string;
  /** Normalised. */
  email: string;
  adventureIds: readonly AdventureId[];
  grantedAt: Date;
}

export interface ImportRecord {
  id: number;
  kind: ImportKind;
  name: string;
  startedAt: Date;
  startedBy: string;
  /** `null` when it was interrupted. */
  finishedAt: Date | null;
  undoneAt: Date | null;
  undoneBy: string | null;
  /** Lines that are in the database because of it, and their grants. */
  entries: number;
  grants: number;
}

/** An order in a list. */
export interface OrderSummary {
  checkoutSessionId: string;
  paymentIntentId: string | null;
  email: string;
  accountId: string | null;
  totalOre: number;
  currency: string;
  live: boolean;
  paidAt: Date;
  productIds: string[];
  standing: OrderStanding;
}

export interface OrderMove {
  from: string;
  to: string;
  reason: string;
  actor: string;
  at: Date;
}

/** Somebody, by address or by account id. */
export type CustomerKey = { email: string } | { accountId: string };

/** An account and an address that stand side by side in a session, a purchase or a grant. */
export interface CustomerIdentity {
  accountId: string | null;
  email: string | null;
  /** Known from sessions only. */
  username: string | null;
}

export interface GrantRecord {
  id: number;
  adventureId: string;
  accountId: string | null;
  email: string | null;
  source: GrantSource;
  /** The checkout session, code or import that it came from, or `null` for an operator's. */
  origin: string | null;
  grantedAt: Date;
  claimedAt: Date | null;
  withheldReason: string | null;
  revokedAt: Date | null;
  revokedReason: string | null;
  history: Omit<GrantEvent, 'adventureId'>[];
}

export interface EventRecord {
  id: string;
  type: string;
  objectId: string | null;
  outcome: EventOutcome;
  broughtBy: string;
  createdAt: Date;
  receivedAt: Date;
}

/** Times from, inclusive, to, exclusive, in UTC. */
export interface Period {
  from: Date;
  to: Date;
}

export interface SalesFigure {
  /** A product's id, or a day as `YYYY-MM-DD` in UTC. */
  key: string;
  sold: number;
  /** What was charged, in öre, before refunds. */
  ore: number;
}

export interface Figures {
  byProduct: SalesFigure[];
  /** Days on which something was sold. */
  byDay: SalesFigure[];
  /** Given back by refunds within the period, in öre. */
  refundedOre: number;
  byCampaign: { campaign: string; redemptions: number }[];
}

/** Everything the command line and the operator's page read and write. */
export interface OperatorStore extends Store {
  /** Notes an action that changes nothing itself. */
  noteAction(action: OperatorAction): Promise<void>;
  /** The newest first. */
  actions(most: number): Promise<OperatorAction[]>;

  /**
   * Adds codes as one batch; those that exist already stay as they are.
   * @returns the batch, or `null` when every code existed
   */
  addCodeBatch(
    batch: { campaign: string; origin: CodeBatch['origin'] },
    codes: readonly NewCode[],
    action: OperatorAction,
  ): Promise<{ batchId: number | null; added: number; existing: number }>;
  /** The newest first. */
  codeBatches(campaign?: string): Promise<CodeBatch[]>;
  codeBatch(id: number): Promise<CodeBatch | null>;
  /** The codes of a batch or campaign in the order in which they were made. */
  codesOf(selection: CodeSelection): Promise<CodeRecord[]>;
  /** Finds a code as a redemption would. */
  findCode(typed: string): Promise<CodeRecord | null>;
  /** @returns how many codes it changed */
  setCodesRevoked(selection: CodeSelection, revoked: boolean, action: OperatorAction): Promise<number>;

  /** How many of these lines were brought in before. */
  knownImportEntries(keys: readonly string[]): Promise<number>;
  beginImport(kind: ImportKind, name: string, action: OperatorAction): Promise<number>;
  /** Adds lines that were never brought in, all or nothing; the others are left out. */
  addImportEntries(
    importId: number,
    entries: readonly ImportEntry[],
    actor: OperatorActor,
    at: Date,
  ): Promise<number>;
  finishImport(importId: number, at: Date): Promise<void>;
  imports(): Promise<ImportRecord[]>;
  /**
   * Takes an import back: grants that nobody has claimed disappear without a trace but the action, claimed ones are
   * revoked. @returns `null` when there is no such import or it was undone before
   */
  undoImport(importId: number, action: OperatorAction): Promise<{ removed: number; revoked: number } | null>;

  /**
   * The order of exactly this checkout session or payment, or else by a part of either, of the address or of the account,
   * the newest first. The first is a look-up however many orders there are, the second reads them all.
   */
  findOrders(query: string, most: number): Promise<OrderSummary[]>;
  orderMoves(checkoutSessionId: string): Promise<OrderMove[]>;
  /** Gives the order and its grants to whoever owns the address. @returns false when there is no such order */
  moveOrder(checkoutSessionId: string, email: string, action: OperatorAction): Promise<boolean>;

  grantsOf(customer: CustomerKey): Promise<GrantRecord[]>;
  giveGrant(customer: CustomerKey, adventureId: AdventureId, action: OperatorAction): Promise<number>;
  /** @returns false when there is no such grant or it is revoked already */
  revokeGrant(grantId: number, action: OperatorAction): Promise<boolean>;

  /** The accounts and addresses that were ever seen together with this one. */
  identitiesOf(customer: CustomerKey): Promise<CustomerIdentity[]>;
  ordersOf(customer: CustomerKey): Promise<OrderSummary[]>;
  redemptionsOf(accountId: string): Promise<{ code: string; campaign: string; redeemedAt: Date }[]>;
  /** Erases what is held about the addresses and accounts but the payments; those lose their account. */
  eraseCustomer(
    customer: { emails: readonly string[]; accountIds: readonly string[] },
    action: OperatorAction,
  ): Promise<{ grants: number; sessions: number; redemptions: number }>;

  /** The ledger of events, the newest first. */
  events(filter: { type?: string; outcome?: string; most: number }): Promise<EventRecord[]>;

  /** @param live real payments, or those made with a test key */
  figures(period: Period, live: boolean): Promise<Figures>;

  /**
   * Copies the database as it is at this moment into a new file while others go on writing.
   * @throws when the file exists already, or the copy does not check out; nothing is left behind then
   */
  backup(file: string, onProgress: (done: number, total: number) => void): Promise<DatabaseReport>;
  /** Looks the database over from within. Reads every page: seconds for a gigabyte. */
  inspect(): Promise<DatabaseReport>;
}

/** What is found in a database file. */
export interface DatabaseReport {
  /** Empty when the file is whole. */
  faults: string[];
  /** Migrations that were applied to it. */
  migrations: string[];
  purchases: number;
  grants: number;
  codes: number;
  /** When the newest purchase was recorded. */
  newestPurchase: Date | null;
  bytes: number;
}

/** What only operators ask of the payment provider. @throws {PaymentProviderUnavailable} from every method */
export interface OperatorPayments {
  /** `null` when the provider has no such event; it keeps them for 30 days. */
  findEvent(id: string): Promise<ReceivedEvent | null>;
  /** Has the receipt of a payment sent to an address. @returns false when the payment has no charge that succeeded */
  sendReceipt(paymentIntentId: string, email: string): Promise<boolean>;
}

/** What the doctor looks at outside the database. */
export interface Probes {
  /** Asks the payment API something that needs the key. @returns its clock @throws when it refuses or does not answer */
  paymentApi(): Promise<Date | null>;
  /** @returns how many keys the identity service publishes @throws when they cannot be had */
  identityKeys(): Promise<number>;
  /** Of the disk that holds the database, in bytes; `null` when a database server has it. */
  disk(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  /** Events that the webhook should have brought by now, ids only. */
  recentEventIds(from: Date, to: Date): Promise<string[]>;
  /** Download files that are sold but not there. */
  missingDownloads(): Promise<string[]>;
}
