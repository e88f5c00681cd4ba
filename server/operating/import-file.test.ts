import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readBackers, readOldPurchases, readRewards } from './import-file.ts';
import { type FileRow, readRows } from './table-file.ts';

const now = new Date('2025-06-01T12:00:00.123Z');
const rows = (...cells: FileRow['cells'][]): FileRow[] =>
  cells.map((each, index) => ({ line: index + 2, cells: each }));
const rewards = new Map([['hero of sommerlund', ['fod-kickstarter', 'fist'] as const]]);
const backers = (...cells: FileRow['cells'][]) => readBackers(rows(...cells), rewards, now);
const purchases = (...cells: FileRow['cells'][]) => readOldPurchases(rows(...cells), now);
const keyOf = (...says: string[]) =>
  createHash('sha256').update(JSON.stringify(says)).digest('base64url').slice(0, 22);

describe('A line of backers', () => {
  it('unlocks what its reward stands for: a name that the operator defined, an adventure, or a product', () => {
    const { entries, faults } = backers(
      { email: ' Anna@Example.COM ', reward: ' Hero of Sommerlund ' },
      { email: 'bo@example.com', reward: 'fod-kickstarter' },
      { email: 'ce@example.com', reward: ' bundle-pre-order ' },
    );
    expect(faults).toEqual([]);
    expect(entries.map(({ key: _, ...entry }) => entry)).toEqual([
      { email: 'anna@example.com', adventureIds: ['fod-kickstarter', 'fist'], grantedAt: now },
      { email: 'bo@example.com', adventureIds: ['fod-kickstarter'], grantedAt: now },
      { email: 'ce@example.com', adventureIds: ['fod', 'fist', 'fod-expansions'], grantedAt: now },
    ]);
  });

  it('has an address without the invisible characters that were copied into the table', () => {
    const { entries, faults } = backers({ email: 'an\u200bna@example.com\u202c', reward: 'fod' });
    expect(faults).toEqual([]);
    expect(entries).toMatchObject([{ email: 'anna@example.com' }]);
  });

  it('is named with its number and what is wrong with it, and the others are read all the same', () => {
    const { entries, faults } = backers(
      { reward: 'fod' },
      { email: ' nobody ', reward: 'fod' },
      { email: 'a@example.com' },
      { email: 'a@example.com', reward: ' Moon ' },
      { email: 'a@example.com', reward: 'fod' },
    );
    expect(faults).toEqual([
      { line: 2, reason: 'there is no e-mail address' },
      { line: 3, reason: '"nobody" is no e-mail address' },
      { line: 4, reason: 'there is no reward' },
      { line: 5, reason: 'unknown reward "Moon"' },
    ]);
    expect(entries).toHaveLength(1);
  });

  it('has a key that is the same in every file, by what it unlocks, and shows no address', () => {
    const [first, again, other] = backers(
      { email: 'anna@example.com', reward: 'Hero of Sommerlund' },
      { email: 'ANNA@example.com', reward: 'hero of sommerlund' },
      { email: 'anna@example.com', reward: 'fod' },
    ).entries;
    // Databases hold such keys: made in another way, everybody would be granted everything again.
    expect(first?.key).toBe(keyOf('backers', 'anna@example.com', 'fod-kickstarter+fist'));
    expect(again?.key).toBe(first?.key);
    expect(other?.key).toBe(keyOf('backers', 'anna@example.com', 'fod'));
  });
});

describe('A line of an earlier shop', () => {
  const bought = { email: 'anna@example.com', product: 'fod' };

  it('unlocks what the product unlocks, from the day of the purchase or from now', () => {
    const { entries, faults } = purchases(
      { ...bought, product: ' fod-pre-order ', date: '2024-09-07' },
      { ...bought, date: '' },
      { ...bought, date: ' 2025-06-01T12:00:00.123Z ' },
    );
    expect(faults).toEqual([]);
    expect(entries.map(({ adventureIds, grantedAt }) => [adventureIds, grantedAt])).toEqual([
      [['fod'], new Date('2024-09-07')],
      [['fod'], now],
      [['fod'], now],
    ]);
  });

  it('is told from another purchase of the same thing by its order number, and not by its date', () => {
    const keys = purchases(
      bought,
      { ...bought, order: '' },
      { ...bought, order: ' 7 ' },
      { ...bought, order: '7', date: '2024-09-07' },
    ).entries.map(({ key }) => key);
    const [without, withIt] = [
      keyOf('purchases', bought.email, 'fod', ''),
      keyOf('purchases', bought.email, 'fod', '7'),
    ];
    expect(keys).toEqual([without, without, withIt, withIt]);
  });

  it.each([
    [{ ...bought, email: '' }, 'there is no e-mail address'],
    [{ email: bought.email }, 'there is no product'],
    [{ ...bought, product: 'Moon' }, 'unknown product "Moon"'],
    [{ ...bought, date: '7 Sep 2024' }, 'expected a date such as 2024-09-07, not "7 Sep 2024"'],
    [{ ...bought, date: '2024-02-30' }, 'expected a date such as 2024-09-07, not "2024-02-30"'],
    [{ ...bought, date: '2024-13-07' }, 'expected a date such as 2024-09-07, not "2024-13-07"'],
    [{ ...bought, date: '+002024-09-07' }, 'expected a date such as 2024-09-07, not "+002024-09-07"'],
    [{ ...bought, date: '2025-06-02' }, 'the date 2025-06-02 lies in the future'],
  ])('%j cannot be used: %s', (cells, reason) => {
    expect(purchases(cells)).toEqual({ entries: [], faults: [{ line: 2, reason }] });
  });
});

describe('What rewards stand for', () => {
  it('is written as NAME=ID+ID, in any case, the name up to the last equals sign', () => {
    expect([...readRewards([' Hero = fod-kickstarter + fist', 'A=B=fod,fist'])]).toEqual([
      ['hero', ['fod-kickstarter', 'fist']],
      ['a=b', ['fod', 'fist']],
    ]);
  });

  it.each(['fod', '=fod', ''])('%j is none', (definition) => {
    expect(() => readRewards([definition])).toThrow(
      expect.objectContaining({
        ...{ code: 'invalid_request', field: 'reward' },
        message: `Write a reward as NAME=ID+ID, not "${definition}".`,
      }),
    );
  });

  it('names only what can be unlocked', () => {
    expect(() => readRewards(['Hero=fod+moon'])).toThrow('Nothing is called moon');
  });
});

it('What is not a refusal ends the reading: a fault of the program is no fault of the line', () => {
  const read = () => {
    throw new TypeError('a fault of ours');
  };
  expect(() => readRows(rows({}), read)).toThrow(new TypeError('a fault of ours'));
});
