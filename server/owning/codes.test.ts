import { beforeEach, describe, expect, it } from 'vitest';
import { integer, nullable, text, time } from '#server/ledger/rows.ts';
import { writeBatch } from '#tests/support/code-batch.ts';
import { days, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { findCode, type NewCode } from './codes.ts';

const codeOf = (code: string, over: Partial<NewCode> = {}): NewCode => ({
  ...{ code, campaign: 'spring', unlocks: ['fod'], expiresAt: null, mostRedemptions: 1 },
  ...over,
});

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const write = (...codes: NewCode[]) => shop.ledger.write([], () => writeBatch('spring', codes, noon));
const find = async (typed: string) => (await shop.ledger.read(() => findCode(typed)))?.code;
const unlocks = () =>
  shop.rows('SELECT code, adventure_id FROM activation_code_unlocks JOIN activation_codes ON id = code_id', {
    code: text,
    adventureId: text,
  });

describe('a code is found as it was typed', () => {
  it('trimmed and lower-cased', async () => {
    await write(codeOf('torch-lit'));
    expect(await find(' TORCH-lit ')).toBe('torch-lit');
    expect(await find('torch')).toBeUndefined();
  });

  it('or else by what is left of it without separators and look-alikes', async () => {
    await write(codeOf('torch-lit'));
    expect(await find('T0RCH L1T')).toBe('torch-lit');
  });

  it('as it stands, though another one looks like it', async () => {
    await write(codeOf('torch-lit'), codeOf('t0rch-l1t'));
    expect(await find('torch-lit')).toBe('torch-lit');
    expect(await find('t0rch-l1t')).toBe('t0rch-l1t');
  });

  it('and not at all when what is left of it could mean two', async () => {
    await write(codeOf('torch-lit'), codeOf('t0rch-l1t'));
    expect(await find('torchlit')).toBeUndefined();
  });

  it('with everything that redeeming it asks', async () => {
    await write(codeOf('torch', { expiresAt: days(1), mostRedemptions: 5, campaign: 'own' }));
    expect(await shop.ledger.read(() => findCode('torch'))).toEqual({
      ...{ id: 1, code: 'torch', batchId: 1, campaign: 'own', createdAt: noon },
      ...{ expiresAt: days(1), revokedAt: null, mostRedemptions: 5 },
    });
  });
});

describe('codes are written as one batch', () => {
  it('which says of what campaign, from where, by whom and when it is', async () => {
    expect(await write(codeOf('a'), codeOf('b'))).toBe(2);
    expect(
      await shop.rows('SELECT {columns} FROM code_batches', {
        ...{ id: integer, campaign: text, origin: text, createdAt: time, createdBy: text },
      }),
    ).toEqual([
      { id: 1, campaign: 'spring', origin: 'imported', createdAt: noon, createdBy: 'operator:eva' },
    ]);
  });

  it('each with what it unlocks, each adventure once', async () => {
    await write(codeOf('a', { unlocks: ['fist', 'fod', 'fist'] }), codeOf('b'));
    expect(await unlocks()).toEqual([
      { code: 'a', adventureId: 'fist' },
      { code: 'a', adventureId: 'fod' },
      { code: 'b', adventureId: 'fod' },
    ]);
  });

  it('and those that exist, or stand in the list twice, stay as they are', async () => {
    await write(codeOf('a'));
    expect(await write(codeOf('a', { unlocks: ['fist'] }), codeOf('b'), codeOf('b'))).toBe(1);
    expect(
      await shop.rows('SELECT {columns} FROM activation_codes', { code: text, batchId: nullable(integer) }),
    ).toEqual([
      { code: 'a', batchId: 1 },
      { code: 'b', batchId: 2 },
    ]);
    expect(await unlocks()).toHaveLength(2);
  });
});
