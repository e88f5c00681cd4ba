/**
 * What the operator's use cases need of the database beyond `store.ts`. Every method that changes something takes the
 * action it belongs to and writes it into the record of what operators did, in the same transaction.
 */

import type {
  CodeBatch,
  CodeRecord,
  CodeSelection,
  CustomerIdentity,
  CustomerKey,
  DatabaseReport,
  EventRecord,
  Figures,
  GrantRecord,
  ImportEntry,
  ImportKind,
  ImportRecord,
  NewCode,
  OperatorAction,
  OperatorActor,
  OrderMove,
  OrderSummary,
  Period,
} from '#server/operating/records.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import type { Store } from './store.ts';

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
