import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, codesAt, codesOf, usual } from '#tests/support/code-desk.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { createCodeBatch, findCodeBatch, importCodes, listCodeBatches } from './code-batches.ts';
import { codesAtOnce, countCodes, numbersAtOnce, readCodes, selectCode, setCodesRevoked } from './codes.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const { batchOf, texts, redeem } = codesAt(() => desk);

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

  it('is refused with an address in the name of its campaign, which no erasure would find', async () => {
    const campaign = 'For bo@example.com';
    await expect(createCodeBatch(desk.needs, { ...wanted, campaign })).rejects.toMatchObject({
      ...{
        code: 'invalid_request',
        field: 'campaign',
        message: expect.stringContaining('without an e-mail address'),
      },
    });
    expect(await listCodeBatches(desk.needs)).toEqual([]);
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
    expect(await importCodes(desk.needs, codesOf('Spring', 'aa'), 'of anna@example.com.csv')).toEqual(none);
    const about = { campaign: 'Autumn', file: 'more.csv', lines: 3 };
    expect((await desk.recorded()).slice(1)).toEqual([
      ['codes.import', `batch ${batchId + 1}`, null, { ...about, ...added }],
      [
        'codes.import',
        null,
        null,
        { campaign: 'Spring', file: 'of a•••@example.com.csv', lines: 1, ...none },
      ],
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

  it.each([
    ['the last of them', (index: number) => (index === numbersAtOnce ? later : at), later],
    ['the last, wherever it stands', (index: number) => (index === 0 ? later : at), later],
    ['never when the first has no end', (index: number) => (index === 0 ? null : at), null],
    ['never when the last has no end', (index: number) => (index === numbersAtOnce ? null : at), null],
  ])('of more codes than one statement counts ends with %s', async (_when, endOf, expiresAt) => {
    const names = Array.from({ length: numbersAtOnce + 1 }, (_, index) => `n${index}`);
    const codes = codesOf('Long', ...names).map((code, index) => ({ ...code, expiresAt: endOf(index) }));
    await importCodes(desk.needs, codes, 'f');
    expect(await listCodeBatches(desk.needs)).toMatchObject([{ codes: names.length, expiresAt }]);
  });

  it('is not found by a number that none has', async () => {
    await expect(findCodeBatch(desk.needs, 4711)).rejects.toMatchObject({
      ...{ code: 'not_found', message: 'There is no such batch.' },
    });
  });
});
