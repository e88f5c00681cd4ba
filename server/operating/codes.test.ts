import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewCode } from '#server/owning/codes.ts';
import { anna, at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { codesAtOnce, createCodeBatch, findCodeBatch, importCodes, listCodeBatches } from './code-batches.ts';
import {
  type CodeRecord,
  type CodeSelection,
  countCodes,
  exportCodes,
  numbersAtOnce,
  readCodes,
  selectCode,
  setCodesRevoked,
  showCode,
} from './codes.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const usual = { unlocks: ['fod'] as const, expiresAt: null, mostRedemptions: 1 };
const codesOf = (campaign: string, ...codes: string[]): NewCode[] =>
  codes.map((code) => ({ ...usual, code, campaign }));
async function batchOf(campaign: string, ...codes: string[]): Promise<number> {
  const { batchId } = await importCodes(desk.needs, codesOf(campaign, ...codes), 'list.csv');
  if (batchId === null) throw new Error('There is no batch');
  return batchId;
}
async function listOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of source) list.push(item);
  return list;
}
const all = async (pieces: AsyncIterable<CodeRecord[]>) => (await listOf(pieces)).flat();
const texts = async (selection: CodeSelection) =>
  (await all(readCodes(desk.ledger, selection))).map(({ code }) => code);
const redeem = (code: string, account: string, when = at) =>
  desk.ledger.redeemCode(code, { ...anna, id: account, emailVerified: false }, when);

describe('One code, a batch or a campaign', () => {
  it('is counted, exported, revoked, and nothing beside it', async () => {
    const first = await batchOf('Summer', 'aa', 'bb');
    await batchOf('Summer', 'cc');
    await batchOf('Winter', 'dd');
    const code = await selectCode(desk.needs, ' AA ');
    const selections: [CodeSelection, string[]][] = [
      [code, ['aa']],
      [{ batchId: first }, ['aa', 'bb']],
      [{ campaign: 'Summer' }, ['aa', 'bb', 'cc']],
      [{ campaign: 'Autumn' }, []],
    ];
    for (const [selection, codes] of selections) {
      expect(await countCodes(desk.needs, selection)).toBe(codes.length);
      expect(await texts(selection)).toEqual(codes);
      expect(await setCodesRevoked(desk.needs, selection, true, 'leaked')).toBe(codes.length);
      const revoked = (await all(readCodes(desk.ledger, { campaign: 'Summer' }))).filter(
        ({ revokedAt }) => revokedAt !== null,
      );
      expect(revoked.map((record) => record.code)).toEqual(codes);
      expect(await setCodesRevoked(desk.needs, selection, false, null)).toBe(codes.length);
    }
  });

  it('is revoked from the moment of the first time, and restored; what has that state already is not counted', async () => {
    await batchOf('c', 'aa', 'bb');
    const { codeId } = (await selectCode(desk.needs, 'aa')) as { codeId: number };
    await setCodesRevoked(desk.needs, { codeId }, true, null);
    desk.turnTo(later);
    expect(await setCodesRevoked(desk.needs, { campaign: 'c' }, true, null)).toBe(1);
    expect((await all(readCodes(desk.ledger, { campaign: 'c' }))).map(({ revokedAt }) => revokedAt)).toEqual([
      ...[at, later],
    ]);
    expect(await redeem('aa', 'sub-1')).toEqual({ ok: false, error: 'code_revoked' });
    expect(await setCodesRevoked(desk.needs, { codeId }, false, 'found again')).toBe(1);
    expect(await setCodesRevoked(desk.needs, { codeId }, false, null)).toBe(0);
    expect(await redeem('aa', 'sub-1')).toMatchObject({ ok: true });
    expect((await desk.recorded()).slice(1)).toEqual([
      ['codes.revoke', `code ${codeId}`, null, { changed: 1 }],
      ['codes.revoke', 'campaign c', null, { changed: 1 }],
      ['codes.unrevoke', `code ${codeId}`, 'found again', { changed: 1 }],
      ['codes.unrevoke', `code ${codeId}`, null, { changed: 0 }],
    ]);
  });

  it('is exported with its state, and on record before its first code is seen', async () => {
    const batchId = await batchOf('c', 'aa', 'bb');
    await redeem('bb', 'sub-1');
    const pieces = exportCodes(desk.needs, { batchId });
    await pieces.next();
    expect((await desk.recorded()).at(-1)).toEqual(['codes.export', `batch ${batchId}`, null, {}]);
    const [, bb] = await all(exportCodes(desk.needs, { campaign: 'c' }));
    expect(bb).toEqual({
      ...{ id: bb?.id, code: 'bb', batchId, campaign: 'c', unlocks: ['fod'], createdAt: at, expiresAt: null },
      ...{ revokedAt: null, mostRedemptions: 1, redemptions: [{ accountId: 'sub-1', redeemedAt: at }] },
    });
    expect((await desk.recorded()).at(-1)).toEqual(['codes.export', 'campaign c', null, {}]);
  });

  it('comes in pieces of 256, each code once, and no empty piece', async () => {
    const wanted = { campaign: 'Big', unlocks: ['fod'], count: 257, expiresAt: null, mostRedemptions: 1 };
    const { batchId, codes } = await createCodeBatch(desk.needs, wanted);
    const pieces = await listOf(readCodes(desk.ledger, { batchId }));
    expect(pieces.map(({ length }) => length)).toEqual([256, 1]);
    expect(pieces.flat().map(({ code }) => code)).toEqual(codes);
    await createCodeBatch(desk.needs, { ...wanted, campaign: 'Full', count: 256 });
    const full = await listOf(readCodes(desk.ledger, { campaign: 'Full' }));
    expect(full.map(({ length }) => length)).toEqual([256]);
    expect(await listOf(readCodes(desk.ledger, { campaign: 'None' }))).toEqual([]);
  });
});

describe('A code that is looked up', () => {
  it('is found as a redemption would find it, with who used it, first to last, and what it unlocks by name', async () => {
    const code = { code: 'ab-cd', campaign: 'c', unlocks: ['fod', 'fist'] as const };
    await importCodes(desk.needs, [{ ...code, expiresAt: later, mostRedemptions: 3 }], 'list.csv');
    await redeem('ab-cd', 'sub-2');
    await redeem('ab-cd', 'sub-1');
    const shown = await showCode(desk.needs, ' ABCD ');
    expect(shown).toEqual({
      ...{ id: shown.id, code: 'ab-cd', batchId: shown.batchId, campaign: 'c', unlocks: ['fist', 'fod'] },
      ...{ createdAt: at, expiresAt: later, revokedAt: null, mostRedemptions: 3 },
      redemptions: ['sub-2', 'sub-1'].map((accountId) => ({ accountId, redeemedAt: at })),
    });
    expect(await selectCode(desk.needs, 'a b c d')).toEqual({ codeId: shown.id });
    expect((await desk.recorded()).slice(1)).toEqual([['codes.show', `code ${shown.id}`, null, {}]]);
  });

  it('is refused when there is none, and such a look is not on record', async () => {
    const refusal = { name: 'Refusal', code: 'not_found', message: 'There is no code nothing.' };
    await expect(showCode(desk.needs, 'nothing')).rejects.toMatchObject(refusal);
    await expect(selectCode(desk.needs, 'nothing')).rejects.toMatchObject(refusal);
    expect(await desk.recorded()).toEqual([]);
  });
});

describe('A batch of new codes', () => {
  const wanted = {
    campaign: ' Summer ',
    unlocks: ['fist', 'fod', 'fist'],
    count: 3,
    expiresAt: later,
    mostRedemptions: 2,
  };

  it('has as many codes as were asked for, all different, which unlock what was asked for', async () => {
    const { batchId, codes } = await createCodeBatch(desk.needs, wanted);
    expect(new Set(codes).size).toBe(3);
    const listed = (await all(readCodes(desk.ledger, { batchId }))).map(({ id: _, ...record }) => record);
    const record = { batchId, campaign: 'Summer', unlocks: ['fist', 'fod'], createdAt: at, expiresAt: later };
    expect(listed).toEqual(
      codes.map((code) => ({ ...record, code, revokedAt: null, mostRedemptions: 2, redemptions: [] })),
    );
    const settled = { campaign: 'Summer', unlocks: ['fist', 'fod'], count: 3, mostRedemptions: 2 };
    expect(await desk.recorded()).toEqual([
      [
        ...['codes.create', `batch ${batchId}`, null],
        { ...settled, expiresAt: later.toISOString(), batchId, added: 3, existing: 0 },
      ],
    ]);
    expect(desk.locks[0]).toEqual(['codes']);
    expect(await redeem(codes[0] ?? '', 'sub-1')).toEqual({ ok: true, unlocks: ['fist', 'fod'] });
  });

  it('is made in parts, and between two of them others have their turn', async () => {
    const campaign = 'Long';
    let isMade = false;
    const making = createCodeBatch(desk.needs, { ...wanted, campaign, count: 3 * codesAtOnce + 1 });
    void making.finally(() => {
      isMade = true;
    });
    const parts: number[] = [];
    for (let before = 0; !isMade; ) {
      await new Promise(setImmediate);
      const written = await countCodes(desk.needs, { campaign });
      if (written > before) parts.push(written - before);
      before = written;
    }
    expect(parts).toEqual([codesAtOnce, codesAtOnce, codesAtOnce, 1]);
    expect(desk.locks).toEqual(parts.map(() => ['codes']));
    const { batchId, codes } = await making;
    expect(await texts({ batchId })).toEqual(codes);
    expect(await desk.recorded()).toMatchObject([
      ['codes.create', `batch ${batchId}`, null, { batchId, added: codes.length, existing: 0 }],
    ]);
  });

  it.each([
    [{ campaign: ' ' }, 'campaign', 'Give the campaign a name'],
    [{ unlocks: [] }, 'unlocks', 'Say what the codes unlock'],
    [{ unlocks: ['moon'] }, 'unlocks', 'Nothing is called moon'],
    [{ count: 0 }, 'count', 'Expected a whole number from 1 to 100000.'],
    [{ count: 100_001 }, 'count', 'Expected a whole number from 1 to 100000.'],
    [{ mostRedemptions: 0 }, 'mostRedemptions', 'Expected a whole number from 1 to 1000000.'],
    [{ expiresAt: at }, 'expiresAt', 'The expiry lies in the past.'],
  ])('is not made with %j', async (over, field, words) => {
    await expect(createCodeBatch(desk.needs, { ...wanted, ...over })).rejects.toMatchObject({
      ...{ code: 'invalid_request', field, message: expect.stringContaining(words) },
    });
    expect(await desk.recorded()).toEqual([]);
    expect(await countCodes(desk.needs, { campaign: 'Summer' })).toBe(0);
  });

  it('may expire in a moment, or never', async () => {
    for (const expiresAt of [new Date(at.getTime() + 1), null]) {
      await expect(createCodeBatch(desk.needs, { ...wanted, expiresAt })).resolves.toBeDefined();
    }
  });
});

describe('Codes from a file', () => {
  it('become one batch under the first campaign; those that exist stay as they are', async () => {
    const batchId = await batchOf('Summer', 'aa');
    const other = { ...usual, code: 'bb', campaign: 'Winter', unlocks: ['fist'] as const };
    const added = await importCodes(desk.needs, [...codesOf(' Autumn ', 'aa', 'cc'), other], 'more.csv');
    expect(added).toEqual({ batchId: batchId + 1, added: 2, existing: 1 });
    expect(await texts({ campaign: 'Summer' })).toEqual(['aa']);
    expect(await texts({ campaign: 'Winter' })).toEqual(['bb']);
    const none = { batchId: null, added: 0, existing: 1 };
    expect(await importCodes(desk.needs, codesOf('Spring', 'aa'), 'again.csv')).toEqual(none);
    const about = { campaign: 'Autumn', file: 'more.csv', lines: 3 };
    expect((await desk.recorded()).slice(1)).toEqual([
      ['codes.import', `batch ${batchId + 1}`, null, { ...about, ...added }],
      ['codes.import', null, null, { campaign: 'Spring', file: 'again.csv', lines: 1, ...none }],
    ]);
    expect(await findCodeBatch(desk.needs, batchId + 1)).toEqual({ id: batchId + 1, campaign: 'Autumn' });
  });

  it('are told from those that exist or stand in it twice, in whatever part they are', async () => {
    const names = Array.from({ length: 2 * codesAtOnce }, (_, index) => `code-${index}`);
    await batchOf('Summer', names[0] ?? '', names.at(-1) ?? '');
    const file = codesOf('Autumn', ...names, names[1] ?? '');
    const added = await importCodes(desk.needs, file, 'more.csv');
    expect(added).toMatchObject({ added: names.length - 2, existing: 3 });
    expect(await texts({ campaign: 'Autumn' })).toEqual(names.slice(1, -1));
    expect((await desk.recorded()).at(-1)?.[3]).toMatchObject({ ...added });
  });

  it('need a campaign, and so at least one line', () => {
    expect(() => importCodes(desk.needs, [], 'empty.csv')).toThrow('Give the campaign a name');
  });
});

describe('The list of batches', () => {
  it('says what became of the codes of each, the newest first, and of one campaign when asked', async () => {
    const first = await batchOf('Summer', 'aa', 'bb', 'cc');
    const code = { ...usual, campaign: 'Winter', mostRedemptions: 2 };
    const second = await importCodes(
      desk.needs,
      [
        { ...code, code: 'dd', unlocks: ['fod', 'fist'], expiresAt: at },
        { ...code, code: 'ee', unlocks: ['coc_aatt'], expiresAt: later, mostRedemptions: 3 },
      ],
      'list.csv',
    );
    await setCodesRevoked(desk.needs, await selectCode(desk.needs, 'aa'), true, null);
    await redeem('bb', 'sub-1');
    for (const account of ['sub-1', 'sub-2']) await redeem('ee', account);
    const made = { origin: 'imported', createdAt: at, createdBy: 'operator:kim' };
    const summer = {
      ...{ id: first, campaign: 'Summer', ...made, codes: 3, redeemed: 1, revoked: 1, unlocks: ['fod'] },
      ...{ expiresAt: null, mostRedemptions: 1 },
    };
    const winter = {
      ...{ id: second.batchId, campaign: 'Winter', ...made, codes: 2, redeemed: 1, revoked: 0 },
      ...{ unlocks: ['coc_aatt', 'fist', 'fod'], expiresAt: later, mostRedemptions: 3 },
    };
    expect(await listCodeBatches(desk.needs)).toEqual([winter, summer]);
    expect(await listCodeBatches(desk.needs, 'Summer')).toEqual([summer]);
    expect(await listCodeBatches(desk.needs, 'Spring')).toEqual([]);
    expect((await desk.recorded()).slice(-3)).toEqual([
      ['codes.list', null, null, {}],
      ['codes.list', 'campaign Summer', null, {}],
      ['codes.list', 'campaign Spring', null, {}],
    ]);
  });

  it('calls new ones generated, and says no end when one of their codes has none', async () => {
    await createCodeBatch(desk.needs, { ...usual, campaign: 'New', count: 1 });
    const codes = codesOf('Mixed', 'aa', 'bb');
    await importCodes(
      desk.needs,
      codes.map((code, index) => ({ ...code, expiresAt: index ? later : null })),
      'f',
    );
    expect(await listCodeBatches(desk.needs)).toMatchObject([
      { campaign: 'Mixed', expiresAt: null },
      { campaign: 'New', origin: 'generated' },
    ]);
  });

  it('counts and revokes more codes than one statement takes', async () => {
    const names = Array.from({ length: numbersAtOnce + 2 }, (_, index) => `n${index}`);
    const batchId = await batchOf('Long', ...names);
    const other = await batchOf('Other', 'other');
    await redeem(names[0] ?? '', 'sub-1');
    await redeem(names.at(-1) ?? '', 'sub-2');
    expect(await setCodesRevoked(desk.needs, { batchId }, true, null)).toBe(names.length);
    const long = { id: batchId, codes: names.length, redeemed: 2, revoked: names.length };
    expect(await listCodeBatches(desk.needs)).toMatchObject([{ id: other, codes: 1, revoked: 0 }, long]);
    expect((await desk.recorded()).at(-2)).toEqual([
      ...['codes.revoke', `batch ${batchId}`, null],
      { changed: names.length },
    ]);
    expect(await setCodesRevoked(desk.needs, { batchId }, true, null)).toBe(0);
  });

  it.each([4711, 1.5, Number.NaN, 2 ** 60])('has no batch %d', async (id) => {
    await expect(findCodeBatch(desk.needs, id)).rejects.toMatchObject({
      ...{ code: 'not_found', message: 'There is no such batch.' },
    });
  });
});
