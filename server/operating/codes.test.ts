import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, codesAt, listOf } from '#tests/support/code-desk.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { createCodeBatch, importCodes } from './code-batches.ts';
import {
  type CodeSelection,
  countCodes,
  exportCodes,
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

const { batchOf, texts, redeem } = codesAt(() => desk);

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
      expect(await setCodesRevoked(desk.needs, selection, true, 'leaked by bo@example.com')).toBe(
        codes.length,
      );
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
      ...{ createdAt: at, expiresAt: later, expired: false, revokedAt: null, mostRedemptions: 3 },
      redemptions: ['sub-2', 'sub-1'].map((accountId) => ({ accountId, redeemedAt: at })),
    });
    expect(await selectCode(desk.needs, 'a b c d')).toEqual({ codeId: shown.id });
    expect((await desk.recorded()).slice(1)).toEqual([['codes.show', `code ${shown.id}`, null, {}]]);
  });

  it('has expired from the moment on at which a redemption is refused', async () => {
    const code = { code: 'ab', campaign: 'c', unlocks: ['fod'] as const, mostRedemptions: 1 };
    await importCodes(desk.needs, [{ ...code, expiresAt: later }], 'list.csv');
    desk.turnTo(new Date(later.getTime() - 1));
    expect(await showCode(desk.needs, 'ab')).toMatchObject({ expired: false });
    desk.turnTo(later);
    expect(await showCode(desk.needs, 'ab')).toMatchObject({ expired: true });
    expect(await redeem('ab', 'sub-1', later)).toEqual({ ok: false, error: 'code_revoked' });
    expect(await redeem('ab', 'sub-1', new Date(later.getTime() - 1))).toMatchObject({ ok: true });
  });

  it('is refused when there is none, and such a look is not on record', async () => {
    const refusal = { name: 'Refusal', code: 'not_found', message: 'There is no code nothing.' };
    await expect(showCode(desk.needs, 'nothing')).rejects.toMatchObject(refusal);
    await expect(selectCode(desk.needs, 'nothing')).rejects.toMatchObject(refusal);
    expect(await desk.recorded()).toEqual([]);
  });
});
