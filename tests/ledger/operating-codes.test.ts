import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '#server/ledger/ledger.ts';
import { changeCodes } from '#server/operating/change-codes.ts';
import {
  createCodeBatch,
  findCodeBatch,
  importCodes,
  listCodeBatches,
} from '#server/operating/code-batches.ts';
import { codeTable } from '#server/operating/code-table.ts';
import {
  type CodeRecord,
  type CodeSelection,
  codesAtOnce,
  countCodes,
  exportCodes,
  numbersAtOnce,
  readCodes,
  selectCode,
  setCodesRevoked,
  showCode,
} from '#server/operating/codes.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import { anna } from '#tests/support/accounts.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { engines } from '../support/engines.ts';
import { at, atDesk, later } from '../support/operators-desk.ts';

async function* inPieces<T>(pieces: readonly T[]) {
  yield* pieces;
}

describe.each(engines)('codes on $engine', ({ open }) => {
  let ledger: LedgerVerbs;
  let needs: OperatorNeeds;
  let recorded: ReturnType<typeof atDesk>['recorded'];
  beforeEach(async () => {
    ledger = ledgerVerbs(await open(() => at));
    ({ needs, recorded } = atDesk(ledger, () => at));
  });
  afterEach(() => ledger.close());
  async function exported(selection: CodeSelection): Promise<CodeRecord[][]> {
    const pieces: CodeRecord[][] = [];
    for await (const piece of exportCodes(needs, selection)) pieces.push(piece);
    return pieces;
  }

  /** An operator's dependencies; another operator acts just before the write of this number. */
  function withOther(number: number, other: () => Promise<unknown>): OperatorNeeds {
    let writes = 0;
    const write: Ledger['write'] = async (locks, script) => {
      writes += 1;
      if (writes === number) await other();
      return ledger.write(locks, script);
    };
    return { ...needs, ledger: { ...ledger, write } };
  }
  const summer = {
    ...{ campaign: 'Summer', unlocks: ['fod'], count: 2 * codesAtOnce },
    ...{ expiresAt: null, mostRedemptions: 1 },
  };
  const linesOf = (...codes: [code: string, campaign: string][]) =>
    codes.map(([code, campaign]) => ({
      ...{ code, campaign, unlocks: ['fod'] as const, expiresAt: null, mostRedemptions: 1 },
    }));

  it.each<[CodeSelection, string]>([
    [{ batchId: 2 }, 'Batch 2 was revoked while its codes were'],
    [{ campaign: 'Summer' }, 'The campaign Summer was revoked while batch 2 was'],
  ])('writes no more codes of a batch once %j is revoked', async (selection, what) => {
    // An earlier revocation applies to the earlier codes only.
    await importCodes(needs, linesOf(['old', 'Summer']), 'old.csv');
    await setCodesRevoked(needs, { campaign: 'Summer' }, true, null);
    const making = withOther(2, () => setCodesRevoked(needs, selection, true, 'a mistake'));
    await expect(createCodeBatch(making, summer)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `${what} being written, and the rest was not written. Make another batch.`,
    });
    const batch = { id: 2, codes: codesAtOnce, revoked: codesAtOnce };
    expect(await listCodeBatches(needs)).toMatchObject([batch, { id: 1, codes: 1, revoked: 1 }]);
  });

  it.each(['Winter', 'Kim’s, kim@example.com'])(
    'writes no more codes of a campaign that a file names and that is revoked meanwhile: %s',
    async (campaign) => {
      const names = Array.from({ length: codesAtOnce }, (_, index) => `c${index}`);
      const [first = ['c0', 'Summer'], ...more] = names.map((name): [string, string] => [name, 'Summer']);
      const lines = linesOf(first, ['w0', campaign], ...more, ['w1', campaign]);
      const importing = withOther(2, () => setCodesRevoked(needs, { campaign }, true, null));
      await expect(importCodes(importing, lines, 'list.csv')).rejects.toThrow(
        `The campaign ${campaign} was revoked while batch 1 was being written, and the rest was not written. Bring the file in again for it.`,
      );
      expect(await countCodes(needs, { campaign })).toBe(1);
      expect(await importCodes(needs, lines, 'list.csv')).toMatchObject({ batchId: 2, added: 2 });
    },
  );

  it('changes of a batch what nobody has redeemed, in parts and on record, and nothing else', async () => {
    const names = Array.from({ length: numbersAtOnce + 2 }, (_, index): [string, string] => [
      `n${index}`,
      'S',
    ]);
    await importCodes(needs, linesOf(...names), 'list.csv');
    await importCodes(needs, linesOf(['other', 'S']), 'other.csv');
    for (const code of ['n0', `n${numbersAtOnce}`])
      expect(await ledger.redeemCode(code, { ...anna, id: `sub-${code}` }, at)).toMatchObject({ ok: true });
    const changes = { expiresAt: later, unlocks: ['fist', 'coc_aatt', 'fist'] };
    expect(await changeCodes(needs, 1, changes, ' misprinted ')).toBe(numbersAtOnce);
    const stateOf = async (code: string) => {
      const { expiresAt, unlocks } = await showCode(needs, code);
      return { expiresAt, unlocks };
    };
    const changed = { expiresAt: later, unlocks: ['coc_aatt', 'fist'] };
    const same = { expiresAt: null, unlocks: ['fod'] };
    for (const code of ['n1', `n${numbersAtOnce - 1}`, `n${numbersAtOnce + 1}`])
      expect(await stateOf(code)).toEqual(changed);
    for (const code of ['n0', `n${numbersAtOnce}`, 'other']) expect(await stateOf(code)).toEqual(same);
    expect(await changeCodes(needs, 1, { expiresAt: null }, 'for ever')).toBe(numbersAtOnce);
    expect(await stateOf('n1')).toEqual({ ...changed, expiresAt: null });
    expect(await changeCodes(needs, 1, { unlocks: ['fod'] }, 'as before')).toBe(numbersAtOnce);
    expect(await stateOf('n1')).toEqual(same);
    const details = { expiresAt: later.toISOString(), unlocks: ['fist', 'coc_aatt'], changed: numbersAtOnce };
    const ofChanges = (await recorded()).filter(([action]) => action === 'codes.change');
    expect(ofChanges[0]).toEqual(['codes.change', 'batch 1', 'misprinted', details]);
    for (const [batch, wrong, words] of [
      [9, { unlocks: ['fod'] }, 'There is no such batch'],
      [1, {}, 'Say what changes'],
      [1, { expiresAt: at }, 'lies in the past'],
      [1, { unlocks: ['moon'] }, 'Nothing is called moon'],
    ] as const)
      await expect(changeCodes(needs, batch, wrong, 'x')).rejects.toThrow(words);
  });

  it('prolongs a code for many uses that somebody has redeemed while it has uses left, and leaves its unlocks', async () => {
    const [line] = linesOf(['many', 'S']);
    if (!line) throw new Error('There is one');
    await importCodes(needs, [{ ...line, mostRedemptions: 2 }], 'list.csv');
    await ledger.redeemCode('many', anna, at);
    expect(await changeCodes(needs, 1, { expiresAt: later, unlocks: ['fist'] }, 'longer')).toBe(1);
    expect(await showCode(needs, 'many')).toMatchObject({ expiresAt: later, unlocks: ['fod'] });
    expect(await changeCodes(needs, 1, { unlocks: ['fist'] }, 'another')).toBe(0);
    await ledger.redeemCode('many', { ...anna, id: 'sub-2' }, at);
    expect(await changeCodes(needs, 1, { expiresAt: null }, 'for ever')).toBe(0);
    expect(await showCode(needs, 'many')).toMatchObject({ expiresAt: later });
  });

  it('finds a batch by every campaign of its codes', async () => {
    await importCodes(needs, linesOf(['w', 'Winter'], ['s', 'Summer']), 'two.csv');
    for (const campaign of ['Winter', 'Summer'])
      expect(await listCodeBatches(needs, campaign)).toMatchObject([{ id: 1, codes: 2 }]);
    expect(await listCodeBatches(needs, 'Autumn')).toEqual([]);
  });

  it('writes a batch to its end while others are revoked', async () => {
    await importCodes(needs, linesOf(['old', 'Winter']), 'old.csv');
    const making = withOther(2, async () => {
      await setCodesRevoked(needs, { batchId: 1 }, true, null);
      await setCodesRevoked(needs, { campaign: 'Winter' }, true, null);
    });
    await createCodeBatch(making, summer);
    expect(await listCodeBatches(needs, 'Summer')).toMatchObject([{ codes: summer.count, revoked: 0 }]);
  });

  it.each([0, 1])('revokes what was written just before, too, where there were %d', async (count) => {
    await importCodes(
      needs,
      linesOf(['one', 'Summer'])
        .slice(0, count)
        .concat(linesOf(['w', 'Winter'])),
      'one.csv',
    );
    const revoking = withOther(1, () => createCodeBatch(needs, summer));
    expect(await setCodesRevoked(revoking, { campaign: 'Summer' }, true, null)).toBe(summer.count + count);
    expect((await recorded()).at(-1)).toMatchObject([
      'codes.revoke',
      'campaign Summer',
      null,
      { changed: summer.count + count },
    ]);
  });

  it('adds codes as one batch, counts what became of them, and makes none of codes that exist', async () => {
    const codes = ['b-code', 'a code', 'third'].map((code) => ({
      ...{ code, campaign: 'Summer', mostRedemptions: 2, unlocks: ['fist', 'fod', 'fist'] as const },
      expiresAt: code === 'third' ? null : later,
    }));
    const { batchId } = await importCodes(needs, [...codes, ...codes.slice(0, 1)], 'list.csv');
    if (batchId === null) throw new Error('There is no batch');
    const none = { batchId: null, added: 0, existing: 3 };
    expect(await importCodes(needs, codes, 'again.csv')).toEqual(none);
    expect(await ledger.redeemCode('BCODE', anna, at)).toEqual({ ok: true, unlocks: ['fist', 'fod'] });
    const batch = {
      ...{ id: batchId, campaign: 'Summer', origin: 'imported', createdAt: at, createdBy: 'operator:kim' },
      ...{ codes: 3, redeemed: 1, revoked: 0, unlocks: ['fist', 'fod'], expiresAt: null, mostRedemptions: 2 },
    };
    expect(await listCodeBatches(needs)).toEqual([batch]);
    expect(await listCodeBatches(needs, 'winter')).toEqual([]);
    const campaign = { campaign: 'Summer' };
    expect(await countCodes(needs, campaign)).toBe(3);
    expect(await setCodesRevoked(needs, campaign, true, 'leaked')).toBe(3);
    expect(await setCodesRevoked(needs, campaign, true, null)).toBe(0);
    expect(await ledger.redeemCode('third', anna, at)).toEqual({ ok: false, error: 'code_revoked' });
    const shown = await showCode(needs, 'B CODE');
    expect(shown).toEqual({
      ...{ id: shown.id, code: 'b-code', batchId, campaign: 'Summer', unlocks: ['fist', 'fod'] },
      ...{ createdAt: at, expiresAt: later, expired: false, revokedAt: at, mostRedemptions: 2 },
      redemptions: [{ accountId: anna.id, redeemedAt: at }],
    });
    expect(await selectCode(needs, 'B CODE')).toEqual({ codeId: shown.id });
    expect(await setCodesRevoked(needs, { codeId: shown.id }, false, null)).toBe(1);
    expect(await listCodeBatches(needs, 'Summer')).toEqual([{ ...batch, revoked: 2 }]);
    expect(await findCodeBatch(needs, batchId)).toEqual({ id: batchId, campaign: 'Summer' });
    await expect(findCodeBatch(needs, 4711)).rejects.toThrow('There is no such batch');
    await expect(showCode(needs, 'nothing')).rejects.toThrow('There is no code nothing');
    const [list, again] = [
      { file: 'list.csv', lines: 4 },
      { file: 'again.csv', lines: 3 },
    ];
    expect(await recorded()).toEqual([
      ['codes.import', `batch ${batchId}`, null, { ...campaign, ...list, batchId, added: 3, existing: 1 }],
      ['codes.import', null, null, { ...campaign, ...again, ...none }],
      ['codes.list', null, null, {}],
      ['codes.list', 'campaign winter', null, {}],
      ['codes.revoke', 'campaign Summer', 'leaked', { changed: 3 }],
      ['codes.revoke', 'campaign Summer', null, { changed: 0 }],
      ['codes.show', `code ${shown.id}`, null, {}],
      ['codes.unrevoke', `code ${shown.id}`, null, { changed: 1 }],
      ['codes.list', 'campaign Summer', null, {}],
    ]);
  });

  it('lists the newest batch first, each with its latest expiry unless one of its codes never expires', async () => {
    const code = { campaign: 'c', unlocks: ['fod'] as const, mostRedemptions: 1 };
    await importCodes(
      needs,
      [
        { ...code, code: 'one', expiresAt: at },
        { ...code, code: 'two', expiresAt: later },
      ],
      'list.csv',
    );
    await importCodes(needs, [{ ...code, code: 'three', expiresAt: null }], 'more.csv');
    expect(await listCodeBatches(needs)).toMatchObject([
      { codes: 1, expiresAt: null },
      { codes: 2, expiresAt: later },
    ]);
  });

  it('exports codes in pieces, each once and in the order in which they were made, and records it once', async () => {
    const wanted = { campaign: 'Big', unlocks: ['fod'], count: 2500, expiresAt: null, mostRedemptions: 1 };
    const { batchId, codes } = await createCodeBatch(needs, wanted);
    await createCodeBatch(needs, { ...wanted, campaign: 'Other', count: 1 });
    const used = codes[2000] ?? '';
    await ledger.redeemCode(used, anna, later);
    for (const selection of [{ batchId }, { campaign: 'Big' }]) {
      const pieces = await exported(selection);
      expect(pieces.map(({ length }) => length)).toEqual([...Array<number>(9).fill(256), 196]);
      expect(pieces.flat().map(({ code }) => code)).toEqual(codes);
      let table = '';
      for await (const piece of codeTable(inPieces(pieces))) table += piece;
      const lines = table.split('\n');
      expect(lines).toHaveLength(2502);
      expect(lines[2001]).toBe(`${used},Big,fod,,1,${batchId},${at.toISOString()},,1,${later.toISOString()}`);
    }
    expect(await exported({ campaign: 'None' })).toEqual([]);
    expect((await recorded()).slice(2)).toEqual([
      ['codes.export', `batch ${batchId}`, null, {}],
      ['codes.export', 'campaign Big', null, {}],
      ['codes.export', 'campaign None', null, {}],
    ]);
  });

  it('reading many codes leaves others their turn after each piece', async () => {
    const wanted = { campaign: 'c', unlocks: ['fod'], count: 2100, expiresAt: null, mostRedemptions: 1 };
    const { batchId } = await createCodeBatch(needs, wanted);
    let turns = 0;
    let counting: NodeJS.Immediate;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    counting = setImmediate(count);
    const pieces: number[] = [];
    for await (const { length } of readCodes(ledger, { batchId })) pieces.push(length);
    clearImmediate(counting);
    expect(pieces).toEqual([...Array<number>(8).fill(256), 52]);
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it('ends a code when it expires, and after as many accounts as it is good for', async () => {
    const code = { code: 'two', campaign: 'c', unlocks: ['fod'] as const };
    await importCodes(needs, [{ ...code, expiresAt: later, mostRedemptions: 2 }], 'list.csv');
    const redeem = (number: number, when: Date) =>
      ledger.redeemCode('two', { ...anna, id: `sub-${number}`, emailVerified: false }, when);
    expect(await redeem(1, later)).toEqual({ ok: false, error: 'code_revoked' });
    expect(await redeem(1, at)).toMatchObject({ ok: true });
    expect(await redeem(2, at)).toMatchObject({ ok: true });
    expect(await redeem(3, at)).toEqual({ ok: false, error: 'code_already_used' });
  });
});
