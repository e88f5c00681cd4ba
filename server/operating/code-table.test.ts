import { describe, expect, it } from 'vitest';
import { type CodeFileDefaults, codeTable, readCodeRows } from './code-table.ts';
import { readTable } from './csv-table.ts';
import type { FileRow } from './table-file.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const later = new Date('2025-06-02T12:00:00Z');
const defaults: CodeFileDefaults = {
  ...{ campaign: 'Summer', unlocks: ['fod'], expiresAt: null, mostRedemptions: 1 },
};
const row = (cells: FileRow['cells'], line = 2): FileRow => ({ line, cells });
const reasonFor = (cells: FileRow['cells'], over: Partial<CodeFileDefaults> = {}) => {
  const { entries, faults } = readCodeRows([row(cells, 7)], { ...defaults, ...over });
  return entries.length === 0 ? faults : entries;
};
const fault = (reason: string) => [{ line: 7, reason }];

it('A table of codes says all that is known of each, times in UTC, and nothing where there is nothing', async () => {
  const code = {
    ...{ id: 1, code: 'a-b', batchId: 3, campaign: 'Summer', unlocks: ['fod', 'fist'], mostRedemptions: 5 },
    ...{ createdAt: at, expiresAt: later, revokedAt: later },
    redemptions: [at, later].map((redeemedAt) => ({ accountId: null, redeemedAt })),
  };
  const plain = { ...code, batchId: null, expiresAt: null, revokedAt: null, redemptions: [] };
  async function* pieces() {
    yield [code];
    yield [plain, code];
  }
  const [iso, end] = [at.toISOString(), later.toISOString()];
  const full = `a-b,Summer,fod+fist,${end},5,3,${iso},${end},2,${iso}\n`;
  const written: string[] = [];
  for await (const piece of codeTable(pieces())) written.push(piece);
  expect(written).toEqual([
    'code,campaign,unlocks,expires,uses,batch,created,revoked,redeemed,first_redeemed\n',
    full,
    `a-b,Summer,fod+fist,,5,,${iso},,0,\n${full}`,
  ]);
});

describe('A line of a code file', () => {
  it('says it all itself', () => {
    const cells = {
      ...{ code: ' ABC-1 ', campaign: ' Winter ', unlocks: 'fist, fod+coc_aatt\tfist', uses: '3' },
      expires: '2027-01-31',
    };
    expect(reasonFor(cells)).toEqual([
      {
        ...{
          line: 7,
          code: 'abc-1',
          campaign: 'Winter',
          unlocks: ['fist', 'fod', 'coc_aatt'],
          mostRedemptions: 3,
        },
        expiresAt: new Date('2027-01-31T23:59:59.999Z'),
      },
    ]);
  });

  it('takes what it does not say from the settings, which it goes before', () => {
    const usual = {
      line: 7,
      code: 'a',
      campaign: 'Summer',
      unlocks: ['fod'],
      ...{ expiresAt: null, mostRedemptions: 1 },
    };
    expect(reasonFor({ code: 'a' })).toEqual([usual]);
    const settings = { expiresAt: later, mostRedemptions: 9 };
    expect(reasonFor({ code: 'a', campaign: '', unlocks: ' ', uses: '', expires: '' }, settings)).toEqual([
      { ...usual, ...settings },
    ]);
    const own = { code: 'a', unlocks: 'fist', uses: '2', expires: at.toISOString() };
    expect(reasonFor(own, settings)).toEqual([
      { ...usual, unlocks: ['fist'], expiresAt: at, mostRedemptions: 2 },
    ]);
  });

  it('cannot be used without a code, or with one that nobody types', () => {
    expect(reasonFor({})).toEqual(fault('there is no code'));
    expect(reasonFor({ code: '  ' })).toEqual(fault('there is no code'));
    expect(reasonFor({ code: 'x'.repeat(200) })).toMatchObject([{ code: 'x'.repeat(200) }]);
    expect(reasonFor({ code: 'x'.repeat(201) })).toEqual(fault('the code is too long'));
  });

  it('needs a campaign of 1 to 100 characters', () => {
    const words = fault('Give the campaign a name of at most 100 characters.');
    expect(reasonFor({ code: 'a', campaign: 'c'.repeat(100) })).toMatchObject([
      { campaign: 'c'.repeat(100) },
    ]);
    expect(reasonFor({ code: 'a', campaign: 'c'.repeat(101) })).toEqual(words);
    expect(reasonFor({ code: 'a', campaign: ' ' })).toEqual(words);
    expect(reasonFor({ code: 'a' }, { campaign: null })).toEqual(words);
  });

  it('lets one to a million accounts share its code', () => {
    const words = fault('Expected a whole number from 1 to 1000000.');
    expect(reasonFor({ code: 'a', uses: '1000000' })).toMatchObject([{ mostRedemptions: 1_000_000 }]);
    for (const uses of ['0', '1000001', '1.5', 'many']) expect(reasonFor({ code: 'a', uses })).toEqual(words);
  });

  it('may come again with the same contents, but not with others: which of them is meant, nobody knows', () => {
    const again = row({ code: 'A ', unlocks: 'fod+fod', uses: '1' }, 3);
    const other = row({ code: 'a', unlocks: 'fist', uses: '2' }, 4);
    const { entries, faults } = readCodeRows([row({ code: 'a' }, 2), again, other], defaults);
    expect(entries.map(({ line }) => line)).toEqual([2, 3]);
    const reason = 'the code is also in line 2, with another value in: unlocks, uses';
    expect(faults).toEqual([{ line: 4, reason }]);
  });

  it('has a code once, also with other spaces or dashes: to whoever types it they are one', () => {
    const rows = ['AB-12-CD', 'ab12-cd', 'ab 12 cd', 'abi2cd'].map((code, index) => row({ code }, index + 2));
    const { entries, faults } = readCodeRows(rows, defaults);
    expect(entries.map(({ code }) => code)).toEqual(['ab-12-cd', 'abi2cd']);
    const reason = 'the code is also in line 2, with other spaces or dashes';
    expect(faults).toEqual([
      { line: 3, reason },
      { line: 4, reason },
    ]);
  });

  it('is named with its number when it cannot be used, and the others are read all the same', () => {
    const rows = [row({ code: 'a' }, 2), row({ code: 'b', unlocks: 'moon' }, 3), row({ code: 'c' }, 4)];
    const { entries, faults } = readCodeRows(rows, defaults);
    expect(entries.map(({ code }) => code)).toEqual(['a', 'c']);
    expect(faults).toEqual([{ line: 3, reason: expect.stringContaining('Nothing is called moon') }]);
  });
});

it('What an export has written is read again as it was, also where it looks like a formula to a spreadsheet', async () => {
  const like = { batchId: 3, campaign: '@home', unlocks: ['fod'], mostRedemptions: 1, redemptions: [] };
  const times = { createdAt: at, expiresAt: null, revokedAt: null };
  const codes = ['-abc', '+49', '=1', '@you', '＝2', "o'=neil", 'plain'];
  async function* pieces() {
    yield codes.map((code, index) => ({ id: index + 1, code, ...like, ...times }));
  }
  let table = '';
  for await (const piece of codeTable(pieces())) table += piece;
  const { rows } = readTable(Buffer.from(table), 'codes.csv', ['code']);
  const { entries } = readCodeRows(rows, defaults);
  expect(entries.map(({ code }) => code)).toEqual(codes);
  expect(entries.map(({ campaign }) => campaign)).toEqual(codes.map(() => '@home'));
});
