import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { oneSessionOfEach } from '#server/accounts/sessions.ts';
import { repeatedOrder, unlockedOtherwise } from '#server/buying/repeated-orders.ts';
import { declaredWith } from '#server/buying/withdrawals.ts';
import { dialect } from '#server/engines/sqlite/ledger.ts';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import type { Question, Script } from '#server/ledger/script.ts';
import { identitiesOf } from '#server/operating/customer-identities.ts';
import { mentionsOf } from '#server/operating/customer-mentions.ts';
import { lastDrill } from '#server/operating/drill.ts';
import { periodOf, readFigures } from '#server/operating/figures.ts';
import { actionsOnOrder } from '#server/operating/operator-action.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { anna } from '#tests/support/accounts.ts';
import { recording } from '#tests/support/asked-questions.ts';
import { noon, smallShop } from '#tests/support/small-shop.ts';

/** How SQLite answers a question in an empty shop, line by line. */
function planOf({ statement, values }: Question): string[] {
  const db = new Database(':memory:');
  migrate(db, readMigrations('migrations'), () => new Date());
  const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${dialect(statement.sql)}`);
  return plan.all(values.map(() => null)).map(({ detail }) => detail);
}

/** The first question of a script. */
function firstOf(script: Script<unknown>): Question {
  const step = script.next();
  if (step.done) throw new Error('The script asks nothing');
  return step.value;
}

/** Reads all rows of a table: a scan that takes everything from an index is a hundred times as fast. */
const readsRows = (line: string, table: string) =>
  new RegExp(`^SCAN ${table}\\b`).test(line) && !line.includes('COVERING INDEX');

it.each<[string, Script<unknown>, string[]]>([
  ['who has used an address', identitiesOf({ accountId: null, email: anna.email }), ['sessions']],
  [
    'where an address stands',
    mentionsOf(anna.email),
    ['gifts', 'letters', 'withdrawals', 'void_withdrawals', 'purchase_moves'],
  ],
  ['what was declared with an address', declaredWith(anna.email), ['withdrawals', 'void_withdrawals']],
  ['which accounts have a session', oneSessionOfEach(noon), ['sessions']],
  ['the last restore drill', lastDrill(), ['operator_actions']],
  ['what was done to an order', actionsOnOrder('cs_1'), ['operator_actions', 'grants', 'purchases']],
  ['how many letters wait', outboxFigures(noon), ['letters']],
  ['by which order the same was paid for', repeatedOrder(1), ['one', 'other', 'grants', 'held']],
  ['what the buyer of an order has otherwise', unlockedOtherwise(1), ['one', 'grants']],
])('%s is asked of an index', (_, script, tables) => {
  const lines = planOf(firstOf(script));
  expect(lines.filter((line) => tables.some((table) => readsRows(line, table)))).toEqual([]);
});

it('a gift is no double payment, which is known before the other orders of its buyer are read', () => {
  const lines = planOf(firstOf(repeatedOrder(1)));
  const first = (what: string) => lines.findIndex((line) => line.includes(what));
  expect(first('SEARCH gifts')).toBeGreaterThanOrEqual(0);
  expect(first('SEARCH gifts')).toBeLessThan(first('SEARCH other'));
});

it('the figures of some days read the purchases of these days only, also for what went back', async () => {
  const shop = smallShop();
  const { ledger, asked } = recording(shop.ledger);
  const needs = { ledger, clock: () => noon, actor: 'operator:eva' as const };
  await readFigures(needs, periodOf(undefined, undefined, noon), false);
  const lines = asked.flatMap(planOf);
  expect(lines.some((line) => line.startsWith('SEARCH purchases'))).toBe(true);
  expect(lines.filter((line) => readsRows(line, 'purchases'))).toEqual([]);
});
