import { describe, expect, it } from 'vitest';
import { integer, text } from './rows.ts';
import { command, eachOf, type Question, query, type Script } from './script.ts';

/** Plays a script with answers made by hand, and shows what it asked. */
function played<T>(script: Script<T>, answer: (question: Question) => unknown) {
  const asked: { sql: string; values: readonly unknown[]; as: string }[] = [];
  const statements: number[] = [];
  let step = script.next();
  while (!step.done) {
    const { statement, values, as } = step.value;
    asked.push({ sql: statement.sql, values, as });
    statements.push(statement.number);
    step = script.next(answer(step.value));
  }
  return { result: step.value, asked, statements };
}

const shape = { id: integer, paidAt: text } as const;
const row = { id: 1, paid_at: 'now' };

describe('a query', () => {
  it('asks for all rows or for one, and reads them with its shape, whose columns stand in the SQL', () => {
    const one = query('SELECT {columns} FROM t WHERE a = ?', shape);
    const sql = 'SELECT id, paid_at FROM t WHERE a = ?';
    expect(played(one.all(5), () => [row, row])).toMatchObject({
      result: [
        { id: 1, paidAt: 'now' },
        { id: 1, paidAt: 'now' },
      ],
      asked: [{ sql, values: [5], as: 'all' }],
    });
    expect(played(one.get(null), () => row)).toMatchObject({
      result: { id: 1, paidAt: 'now' },
      asked: [{ sql, values: [null], as: 'get' }],
    });
    expect(played(one.get(5), () => undefined).result).toBeUndefined();
    expect(() => played(one.get(5), () => ({ id: 'x', paid_at: 'now' }))).toThrow('The column id');
  });

  it('of one column gives its values, whatever it is called in the answer', () => {
    const count = query('SELECT count(*) FROM t', integer);
    expect(played(count.one(), () => ({ 'count(*)': 3 })).result).toBe(3);
    expect(played(count.all(), () => [{ count: 1 }, { count: 2 }]).result).toEqual([1, 2]);
    expect(played(count.get(), () => undefined).result).toBeUndefined();
    expect(() => played(count.one(), () => ({ count: 'x' }))).toThrow('The column count: expected a whole');
  });

  it('takes a list of values for IN (?*) beside other values', () => {
    const list = query('SELECT {columns} FROM t WHERE a = ? AND b IN (?*)', shape);
    expect(played(list.all('x', [1, 2, 3]), () => []).asked).toEqual([
      {
        sql: 'SELECT id, paid_at FROM t WHERE a = ? AND b IN (?, ?, ?)',
        values: ['x', 1, 2, 3],
        as: 'all',
      },
    ]);
  });

  it('takes a list of rows for VALUES ?*, and several lists each in their place', () => {
    const rows = query('INSERT INTO t VALUES ?* RETURNING {columns}', shape);
    expect(
      played(
        rows.all([
          [1, 'a'],
          [2, 'b'],
        ]),
        () => [],
      ).asked,
    ).toEqual([
      {
        sql: 'INSERT INTO t VALUES (?, ?), (?, ?) RETURNING id, paid_at',
        values: [1, 'a', 2, 'b'],
        as: 'all',
      },
    ]);
    const two = query('SELECT {columns} FROM t WHERE a IN (?*) AND b IN (?*)', shape);
    expect(played(two.all([1], [2, 3]), () => []).asked[0]?.sql).toMatch(/a IN \(\?\) AND b IN \(\?, \?\)$/);
  });
});

describe('engines prepare a statement once, under its number', () => {
  it('which is the same for the same statement and every list of the same length, and no other', () => {
    const plain = command('DELETE FROM t WHERE a = ?');
    const lists = command('DELETE FROM t WHERE a IN (?*)');
    const numberOf = (script: Script<number>) => played(script, () => 0).statements[0];
    expect(numberOf(plain.run(1))).toBe(numberOf(plain.run(2)));
    expect(numberOf(lists.run([1, 2]))).toBe(numberOf(lists.run([3, 4])));
    const rows = command('INSERT INTO t VALUES ?*');
    const numbers = [
      numberOf(plain.run(1)),
      numberOf(command('DELETE FROM t WHERE a = ?').run(1)),
      numberOf(lists.run([1, 2])),
      numberOf(lists.run([1])),
      numberOf(lists.run([])),
      numberOf(rows.run([[1, 2]])),
      numberOf(rows.run([[1], [2]])),
      numberOf(rows.run([[1]])),
    ];
    expect(new Set(numbers).size).toBe(numbers.length);
    // Engines keep them in arrays.
    expect(numbers.every((number) => number !== undefined && number >= 0)).toBe(true);
    const two = command('DELETE FROM t WHERE a IN (?*) AND b IN (?*)');
    expect(numberOf(two.run([1], [1, 2]))).not.toBe(numberOf(two.run([1, 2], [1])));
    expect(numberOf(two.run([1], [1, 2]))).not.toBe(numberOf(two.run([1], [1])));
  });
});

describe('a long list goes in a few fixed lengths, and only a short rest may have any', () => {
  const list = Array.from({ length: 256 + 64 + 16 + 16 + 5 }, (_, index) => index);
  const lengths = [256, 64, 16, 16, 5];

  it('to a query, whose answers are put together', () => {
    const each = query('SELECT {columns} FROM t WHERE a IN (?*) AND b = ?', shape);
    const { result, asked } = played(each.each(list, 'x'), ({ values }) => [
      { id: values.length - 1, paid_at: 'now' },
    ]);
    expect(result.map(({ id }) => id)).toEqual(lengths);
    expect(asked.flatMap(({ values }) => values.slice(0, -1))).toEqual(list);
    expect(asked.every(({ values, as }) => values.at(-1) === 'x' && as === 'all')).toBe(true);
  });

  it('to a command, which is answered with how many rows it wrote in all', () => {
    const each = command('DELETE FROM t WHERE a IN (?*) AND b = ?');
    const { result, asked } = played(each.each(list, 'x'), ({ values }) => values.length - 1);
    expect(result).toBe(list.length);
    expect(asked.map(({ values }) => values.length - 1)).toEqual(lengths);
    expect(asked.every(({ values, as }) => values.at(-1) === 'x' && as === 'run')).toBe(true);
  });

  it('of which a whole one is one', () => {
    const each = command('DELETE FROM t WHERE a IN (?*)');
    expect(played(each.each(list.slice(0, 256)), () => 256).asked).toHaveLength(1);
  });

  it('and an empty one asks nothing', () => {
    expect(played(command('DELETE FROM t WHERE a IN (?*)').each([]), () => 1)).toMatchObject({
      result: 0,
      asked: [],
    });
  });
});

it('a command is answered with how many rows it wrote', () => {
  const { result, asked } = played(command('UPDATE t SET a = ?').run(true), () => 3);
  expect(result).toBe(3);
  expect(asked).toEqual([{ sql: 'UPDATE t SET a = ?', values: [true], as: 'run' }]);
});

it('a question that always has an answer is answered with its row, and anything else is a fault', () => {
  const count = query('SELECT count(*) AS id, max(paid_at) AS paid_at FROM t WHERE a = ?', shape);
  const { result, asked } = played(count.one(7), () => ({ id: 3, paid_at: 'now' }));
  expect(result).toEqual({ id: 3, paidAt: 'now' });
  expect(asked).toMatchObject([{ values: [7], as: 'get' }]);
  expect(() => played(count.one(7), () => undefined)).toThrow(
    'There is no row where there must be one: SELECT',
  );
});

it('A script for each of several items asks one after the other, and gives what each gave', () => {
  const one = query('SELECT a FROM t WHERE b = ?', integer);
  const { result, asked } = played(eachOf([3, 1], one.one), ({ values }) => ({ a: Number(values[0]) * 2 }));
  expect(result).toEqual([6, 2]);
  expect(asked.map(({ values }) => values)).toEqual([[3], [1]]);
});
