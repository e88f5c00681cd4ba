import { type Question, type Script, Statement } from '#server/ledger/script.ts';

/**
 * Questions to PostgreSQL in its own words (`$1`, arrays), for the copy: its statements are made from the tables as they
 * are found, and its values are columns.
 */

const statements = new Map<string, Statement>();

function* ask(sql: string, values: readonly unknown[], as: Question['as']): Script<unknown> {
  const statement = statements.get(sql) ?? new Statement(sql);
  statements.set(sql, statement);
  return yield { statement, values: values as Question['values'], as };
}

export function* all<Row>(sql: string, ...values: unknown[]): Script<Row[]> {
  return (yield* ask(sql, values, 'all')) as Row[];
}

export function* get<Row>(sql: string, ...values: unknown[]): Script<Row | undefined> {
  return (yield* ask(sql, values, 'get')) as Row | undefined;
}

export function* run(sql: string, ...values: unknown[]): Script<void> {
  yield* ask(sql, values, 'run');
}
