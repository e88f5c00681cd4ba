// The record of what operators did and looked at (audit log).

import { maskEmail } from '#server/buying/order-status.ts';
import type { Cause } from '#server/buying/records.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { jsonObject, nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { Clock } from '#server/runtime.ts';

/** An operator, by the operating system's user name or the account's. */
export type OperatorActor = `operator:${string}`;

/** What every operator's use case needs: the ledger, the time, and who is at work. */
export interface OperatorNeeds {
  ledger: Ledger;
  clock: Clock;
  actor: OperatorActor;
}

const shape = {
  at: time,
  actor: word<OperatorActor>(),
  /** For example `codes.create`. */
  action: text,
  /** What it was about; addresses masked. */
  subject: nullable(text),
  reason: nullable(text),
  details: jsonObject,
} as const;
const newest = query('SELECT {columns} FROM operator_actions ORDER BY id DESC LIMIT ?', shape);

/** Something an operator did or looked at. */
export type OperatorAction = Readonly<Row<typeof shape>>;

/** What an action was about. */
type About = Partial<Pick<OperatorAction, 'subject' | 'reason' | 'details'>>;

/** An entry that is being made: what came of the action may still be added. */
type Entry = { -readonly [Field in keyof OperatorAction]: OperatorAction[Field] } & {
  /** The operator, as other histories name whoever did something. */
  readonly cause: Cause;
};

const insert = command(
  'INSERT INTO operator_actions (at, actor, action, subject, reason, details) VALUES (?, ?, ?, ?, ?, ?)',
);

/**
 * Does something, and writes it into the record in the same transaction.
 * @param locks what the transaction queues under
 * @param script does it, and may add to the entry what came of it
 */
export function carryOut<T>(
  { ledger, actor, clock }: OperatorNeeds,
  action: string,
  { subject = null, reason = null, details = {} }: About,
  locks: readonly string[],
  script: (entry: Entry) => Script<T>,
): Promise<T> {
  const at = clock();
  return ledger.write(locks, function* () {
    const cause = { by: actor, event: null };
    const entry = { at, actor, action, subject, reason, details: { ...details }, cause };
    const result = yield* script(entry);
    yield* insert.run(at, actor, action, entry.subject, reason, JSON.stringify(entry.details));
    return result;
  });
}

/** Writes an entry of something that changes nothing in this database. */
export function noteAction(needs: OperatorNeeds, action: string, about: About = {}): Promise<void> {
  return carryOut(needs, action, about, [], function* () {});
}

/** Looks something up, all of it in one and the same state of the database, and records that the operator looked. */
export async function lookUp<T>(
  needs: OperatorNeeds,
  action: string,
  about: About,
  script: () => Script<T>,
): Promise<T> {
  const found = await needs.ledger.snapshot(script);
  await noteAction(needs, action, about);
  return found;
}

/** What operators did, the newest first. */
export function listActions(needs: OperatorNeeds, most: number): Promise<OperatorAction[]> {
  return lookUp(needs, 'actions.list', {}, () => newest.all(most));
}

/** An address or account id as it may stand in the record: addresses masked, so that nothing has to be erased there. */
export function subjectOf(key: string): string {
  return key.includes('@') ? maskEmail(key) : key;
}
