// The audit log: what operators did and looked at.

import { maskEmail } from '#server/buying/order-status.ts';
import type { Cause } from '#server/identity/cause.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { integer, jsonObject, nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { Clock } from '#server/runtime.ts';
import { isAccountId } from '#shared/account-id.ts';
import { orderSearchOf } from '#shared/order-id.ts';
import { withoutAddresses } from './checked-input.ts';

/** An operator, by the operating system's user name or the account's. */
export type OperatorActor = `operator:${string}`;

/** What every operator's use case needs: the ledger, the time, and the operator. */
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
const newestAbout = query(
  'SELECT {columns} FROM operator_actions WHERE subject = ? ORDER BY id DESC LIMIT ?',
  shape,
);
const doneShape = { at: time, actor: shape.actor, action: text, reason: nullable(text) } as const;
/** The actions that only look at something, and are no part of what was done to an order. */
const looks = [
  ...(['orders.find', 'orders.show', 'orders.evidence', 'orders.attention', 'grants.list'] as const),
  ...(['grants.show', 'customers.show', 'customers.export', 'codes.list', 'letters.show'] as const),
  ...(['imports.list', 'events.list', 'today.show', 'actions.list'] as const),
];
type Look = (typeof looks)[number];
const doneToOrder = query(
  `SELECT {columns} FROM operator_actions
   WHERE action NOT IN (${looks.map((look) => `'${look}'`).join(', ')})
     AND subject IN (SELECT CAST(? AS text) UNION ALL
       SELECT 'grant ' || grants.id FROM grants JOIN purchases ON purchases.id = purchase_id
       WHERE checkout_session_id = ?)
   ORDER BY id`,
  doneShape,
);
const aboutAccount = query('SELECT {columns} FROM operator_actions WHERE subject = ? ORDER BY id', doneShape);
const givenOrRevoked = query(
  `SELECT {columns} FROM operator_actions
   WHERE action IN ('grants.give', 'grants.revoke') AND subject IN (?*) ORDER BY id`,
  { ...doneShape, subject: text, details: jsonObject },
);
const ofPayment = query('SELECT checkout_session_id FROM purchases WHERE payment_intent_id = ?', text);

/** What is told of an action where its subject is known. */
export type DoneAction = Row<typeof doneShape>;

/** Something an operator did or looked at. */
export type OperatorAction = Readonly<Row<typeof shape>>;

/** What an action was about. */
type About = Partial<Pick<OperatorAction, 'subject' | 'reason' | 'details'>>;

/** An entry before it is written: a script can still add results. */
type Entry = { -readonly [Field in keyof OperatorAction]: OperatorAction[Field] } & {
  /** The operator, as named in other histories. */
  readonly cause: Cause;
};

const insert = query(
  'INSERT INTO operator_actions (at, actor, action, subject, reason, details) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
  integer,
);

/** Writes an entry, subject and reason without whole addresses. @returns its number */
const write = ({ at, actor, action, subject, reason, details }: Omit<OperatorAction, 'id'>): Script<number> =>
  insert.one(
    ...[at, actor, action, subject && withoutAddresses(subject), reason && withoutAddresses(reason)],
    JSON.stringify(details),
  );

/**
 * Does something, and writes it into the audit log in the same transaction, subject and reason without whole addresses.
 * @param locks of the transaction
 * @param script does it, and may add results to the entry
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
    yield* write({ ...entry, action, reason });
    return result;
  });
}

const lastAction = query('SELECT coalesce(max(id), 0) FROM operator_actions', integer);
const actionsSince = query(
  'SELECT subject FROM operator_actions WHERE id > ? AND action = ? ORDER BY id',
  nullable(text),
);

/** The number of the newest entry in the audit log, for {@link subjectsSince}. */
export const newestAction = (): Script<number> => lastAction.one();

/**
 * What was the subject of an action since an entry. Complete if both transactions, this one and the action's, hold one
 * lock: entries of others may get their numbers before they can be read.
 */
export function* subjectsSince(entryId: number, action: string): Script<string[]> {
  return (yield* actionsSince.all(entryId, action)).filter((subject) => subject !== null);
}

/** Logs something that changes nothing in this database. */
export function noteAction(needs: OperatorNeeds, action: string, about: About): Promise<void> {
  return carryOut(needs, action, about, [], function* () {});
}

const settle = command('UPDATE operator_actions SET reason = ?, details = ? WHERE id = ?');
const withdraw = command('DELETE FROM operator_actions WHERE id = ?');

/**
 * Logs something before it is done elsewhere, as what it is when nobody hears what came of it: the process may be killed
 * meanwhile, and a disk that is full refuses before and not after.
 * @returns what to call when it is known: that it was done, with its reason and details, or that it was not
 */
export async function noteAttempt(
  { ledger, actor, clock }: OperatorNeeds,
  action: string,
  { subject, reason, details }: Required<About>,
) {
  const at = clock();
  const id = await ledger.write([], () => write({ at, actor, action, subject, reason, details }));
  return {
    done: (why: string, what: OperatorAction['details']) =>
      ledger.write([], () => settle.run(withoutAddresses(why), JSON.stringify(what), id)),
    notDone: () => ledger.write([], () => withdraw.run(id)),
  };
}

/** Reads something in one snapshot, and logs that the operator looked. */
export async function lookUp<T>(
  needs: OperatorNeeds,
  action: Look,
  about: About,
  script: () => Script<T>,
): Promise<T> {
  const found = await needs.ledger.snapshot(script);
  await noteAction(needs, action, about);
  return found;
}

/**
 * The audit log, newest first.
 * @param typed only what was about this order (its checkout session or payment, or the address of its page), this account, or
 * anybody whose masked address is the same
 */
export async function listActions(
  needs: OperatorNeeds,
  most: number,
  typed?: string,
): Promise<OperatorAction[]> {
  if (typed === undefined) return lookUp(needs, 'actions.list', {}, () => newest.all(most));
  const named = typedSubject(typed);
  const subject = (await needs.ledger.read(() => ofPayment.get(named))) ?? named;
  return lookUp(needs, 'actions.list', { subject }, () => newestAbout.all(subject, most));
}

/** What operators did to an order and to what it unlocked, oldest first, without what they only looked at. */
export const actionsOnOrder = (checkoutSessionId: string) =>
  doneToOrder.all(checkoutSessionId, checkoutSessionId);

/** What operators did and looked at that is on record under an account, oldest first. */
export const actionsOnAccount = (accountId: string): Script<DoneAction[]> => aboutAccount.all(accountId);

/** Something that was done about one of somebody's grants. */
export interface GrantAction extends DoneAction {
  /** The number of the grant. */
  grant: number;
}

/**
 * When and why operators gave and revoked these grants, oldest first. A gift is on record under its owner, who may share a
 * masked address with others, with the grant's number in its details; a revocation under the number.
 */
export function* actionsOnGrants(
  grants: readonly { id: number; accountId: string | null; email: string | null }[],
): Script<GrantAction[]> {
  const byNumber = new Map(grants.map(({ id }) => [`grant ${id}`, id]));
  const ids = new Set(byNumber.values());
  const owners = grants.flatMap(({ accountId, email }) => [accountId, email]);
  const subjects = new Set(owners.filter((owner) => owner !== null).map(subjectOf));
  const found = yield* givenOrRevoked.each([...byNumber.keys(), ...subjects]);
  return found
    .flatMap(({ subject, details, ...action }) => {
      const grant = byNumber.get(subject) ?? details['grant'];
      return typeof grant === 'number' && ids.has(grant) ? [{ ...action, grant }] : [];
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The subject that somebody names who looks in the audit log. The user pool writes its ids in lower case. */
export function typedSubject(typed: string): string {
  const named = orderSearchOf(typed);
  return subjectOf(isAccountId(named) ? named.toLowerCase() : named);
}

/** An address or account id for the audit log: addresses are masked, so that nothing has to be erased there. */
export function subjectOf(key: string): string {
  return key.includes('@') ? maskEmail(key) : key;
}
