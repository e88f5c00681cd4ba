import { importCodes } from '#server/operating/code-batches.ts';
import { type CodeRecord, type CodeSelection, readCodes } from '#server/operating/codes.ts';
import type { NewCode } from '#server/owning/codes.ts';
import { anna } from '#tests/support/accounts.ts';
import { at, type OperatorsDesk } from './operators-desk.ts';

/** A batch for The Fortress of Death: one use, no expiry. */
export const usual = { unlocks: ['fod'] as const, expiresAt: null, mostRedemptions: 1 };

/** Lines of a file of codes. */
export const codesOf = (campaign: string, ...codes: string[]): NewCode[] =>
  codes.map((code) => ({ ...usual, code, campaign }));

/** Everything that it yields, in order. */
export async function listOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of source) list.push(item);
  return list;
}

/** The codes of all pieces. */
export const all = async (pieces: AsyncIterable<CodeRecord[]>) => (await listOf(pieces)).flat();

/** An operator's actions with codes. */
export function codesAt(desk: () => OperatorsDesk) {
  /** Imports codes as one batch. @returns its id */
  async function batchOf(campaign: string, ...codes: string[]): Promise<number> {
    const { batchId } = await importCodes(desk().needs, codesOf(campaign, ...codes), 'list.csv');
    if (batchId === null) throw new Error('There is no batch');
    return batchId;
  }

  /** The codes of a selection, in order. */
  const texts = async (selection: CodeSelection) =>
    (await all(readCodes(desk().ledger, selection))).map(({ code }) => code);
  /** @param account its id */
  const redeem = (code: string, account: string, when = at) =>
    desk().ledger.redeemCode(code, { ...anna, id: account, emailVerified: false }, when);

  return { batchOf, texts, redeem };
}
