import { maskEmail } from '#server/buying/order-status.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { jsonObject, nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { Clock } from '#server/runtime.ts';

/** The record of what operators did and looked at (audit log). */

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

/** An entry for the record, made now. */
export function actionBy(
  { actor, clock }: Pick<OperatorNeeds, 'actor' | 'clock'>,
  action: string,
  about: About = {},
): OperatorAction {
  return { actor, action, subject: null, reason: null, details: {}, at: clock(), ...about };
}

const insert = command(
  'INSERT INTO operator_actions (at, actor, action, subject, reason, details) VALUES (?, ?, ?, ?, ?, ?)',
);

/**
 * Writes an entry, in the transaction of what was done.
 * @param result what came of it, beside the entry's own details
 */
export function* recordAction(
  { at, actor, action, subject, reason, details }: OperatorAction,
  result: OperatorAction['details'] = {},
): Script<void> {
  yield* insert.run(at, actor, action, subject, reason, JSON.stringify({ ...details, ...result }));
}

/** Writes an entry of something that changes nothing in this database. */
export async function noteAction(needs: OperatorNeeds, action: string, about?: About): Promise<void> {
  const entry = actionBy(needs, action, about);
  await needs.ledger.write([], () => recordAction(entry));
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
