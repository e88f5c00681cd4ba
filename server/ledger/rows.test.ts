import { describe, expect, it } from 'vitest';
import {
  bytes,
  flag,
  integer,
  jsonObject,
  nullable,
  oneOf,
  type Reader,
  rowReader,
  text,
  textList,
  time,
  word,
} from './rows.ts';

const moment = new Date('2026-01-02T03:04:05Z');

describe('a column is read as what it is, from either engine, or not at all', () => {
  it.each<[string, Reader<unknown>, [unknown, unknown][], unknown[], string]>([
    ['text', text, [['a', 'a']], [1, null, undefined], 'text'],
    ['a word', word(), [['a', 'a']], [1], 'text'],
    [
      'a whole number',
      integer,
      [
        [3, 3],
        ['3', 3],
      ],
      ['x', 1.5, 2 ** 53, '9007199254740993', null, [3]],
      'a whole number',
    ],
    [
      'yes and no',
      flag,
      [
        [1, true],
        [true, true],
        [0, false],
        [false, false],
      ],
      [2, 'true', null],
      'yes or no',
    ],
    [
      'a time',
      time,
      [
        [moment.toISOString(), moment],
        [moment, moment],
      ],
      ['yesterday', new Date('x'), 0, null],
      'a time',
    ],
    ['bytes', bytes, [[Uint8Array.of(1), Uint8Array.of(1)]], ['x', null], 'bytes'],
    ['one of several words', oneOf(['a', 'b']), [['b', 'b']], ['c', null], 'one of a, b'],
    ['a list of texts', textList, [['["a","b"]', ['a', 'b']]], ['{}', '"a"'], 'a list of texts'],
    ['an object', jsonObject, [['{"a":1}', { a: 1 }]], ['[]', 'null', '1', '"a"'], 'an object'],
  ])('%s', (_name, read, good, bad, expected) => {
    for (const [value, result] of good) expect(read(value)).toEqual(result);
    for (const value of bad) expect(() => read(value)).toThrow(new TypeError(`expected ${expected}`));
  });

  it('which may be empty only where the shape says so', () => {
    expect(nullable(text)(null)).toBeNull();
    expect(nullable(text)('a')).toBe('a');
    expect(() => nullable(text)(1)).toThrow('expected text');
    expect(() => textList('[1]')).toThrow('expected text');
  });
});

describe('a row', () => {
  const read = rowReader({ paidAt: time, totalOreOfAll: integer });

  it('is read by its columns, whose names are written with underscores', () => {
    expect(read({ paid_at: moment, total_ore_of_all: 7, other: 1 })).toEqual({
      paidAt: moment,
      totalOreOfAll: 7,
    });
  });

  it('that holds a surprise is an error that names the column and does not quote it', () => {
    expect(() => read({ paid_at: moment, total_ore_of_all: 'secret' })).toThrow(
      new TypeError('The column total_ore_of_all: expected a whole number'),
    );
    expect(() => read({ total_ore_of_all: 7 })).toThrow(
      expect.objectContaining({
        message: 'The column paid_at: expected a time',
        cause: new TypeError('expected a time'),
      }),
    );
  });
});
