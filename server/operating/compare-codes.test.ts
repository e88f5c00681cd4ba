import { afterEach, beforeEach, expect, it } from 'vitest';
import { codesAt, codesOf } from '#tests/support/code-desk.ts';
import { later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { importCodes } from './code-batches.ts';
import { codesAtOnce, selectCode, setCodesRevoked } from './codes.ts';
import { differingCodes } from './compare-codes.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());
const { batchOf } = codesAt(() => desk);
const fileOf = (...codes: ReturnType<typeof codesOf>) =>
  codes.map((code, index) => ({ ...code, line: index + 2 }));

it('Codes of a file that exist are told from those that differ, each with its line and what differs', async () => {
  const batchId = await batchOf('Summer', 'aa', 'bb', 'cc', 'dd');
  await setCodesRevoked(desk.needs, await selectCode(desk.needs, 'dd'), true, null);
  const [aa, bb, cc, dd, fresh] = codesOf('Summer', 'aa', 'bb', 'cc', 'dd', 'ee');
  if (!aa || !bb || !cc || !dd || !fresh) throw new Error('There are five');
  const file = fileOf(
    ...[
      { ...aa, unlocks: ['fod', 'fod'] as const },
      { ...bb, expiresAt: later, unlocks: ['fist'] as const },
    ],
    ...[{ ...cc, campaign: 'Autumn', mostRedemptions: 2 }, dd, { ...fresh, expiresAt: later }],
  );
  expect(await differingCodes(desk.needs, file)).toEqual([
    { line: 3, batchId, differs: ['unlocks', 'expires'] },
    { line: 4, batchId, differs: ['campaign', 'uses'] },
    { line: 5, batchId, differs: ['revoked'] },
  ]);
});

it('A code that is here with other spaces or dashes is the same, and one with look-alikes is another', async () => {
  const batchId = await batchOf('Summer', 'ab-12-cd', 'ef-34', 'ef34');
  const file = fileOf(...codesOf('Summer', 'ab12-cd', 'ab-i2-cd', 'ef34', 'ef 34'));
  expect(await differingCodes(desk.needs, file)).toEqual([
    { line: 2, batchId, differs: ['spaces or dashes'] },
    { line: 5, batchId, differs: ['spaces or dashes'] },
  ]);
  expect(await importCodes(desk.needs, file, 'more.csv')).toMatchObject({ added: 1, existing: 3 });
});

it('Codes of a long file are compared to its end', async () => {
  const names = Array.from({ length: codesAtOnce + 1 }, (_, index) => `code-${index}`);
  await batchOf('Summer', ...names);
  const file = fileOf(...codesOf('Autumn', ...names));
  expect(await differingCodes(desk.needs, file)).toHaveLength(names.length);
});
