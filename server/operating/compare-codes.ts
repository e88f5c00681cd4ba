// Compares a file of activation codes with those that exist: an import leaves these as they are.

import { inParts } from '#server/ledger/in-parts.ts';
import type { NewCode } from '#server/owning/codes.ts';
import { type CodeRecord, codesAtOnce, findCodes } from './codes.ts';
import type { OperatorNeeds } from './operator-action.ts';

/** A code of a file. */
export interface FileCode extends NewCode {
  /** Counted from 1, including the heading. */
  line: number;
}

/** A line whose code exists, and not as the line has it. */
export interface DifferingCode {
  line: number;
  batchId: number | null;
  /** The columns that differ; `spaces or dashes` of the code itself; `revoked` when the code cannot be redeemed any more. */
  differs: string[];
}

/** The lines of a file whose codes exist and differ, in the order of the file. */
export async function differingCodes(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  codes: readonly FileCode[],
): Promise<DifferingCode[]> {
  const found: DifferingCode[] = [];
  for await (const part of inParts(codes, codesAtOnce)) {
    const known = await ledger.snapshot(() => findCodes(part.map(({ code }) => code)));
    for (const code of part) {
      const record = known.get(code.code);
      const differs = record ? differencesOf(code, record) : [];
      if (record && differs.length > 0) found.push({ line: code.line, batchId: record.batchId, differs });
    }
  }
  return found;
}

function differencesOf(code: NewCode, known: CodeRecord): string[] {
  return [
    ...(known.code === code.code ? [] : [otherSeparators]),
    ...differingColumns(code, known),
    ...(known.revokedAt === null ? [] : ['revoked']),
  ];
}

/** What differs between two codes that are one to whoever types them. */
export const otherSeparators = 'spaces or dashes';

/** What of a code a file says. */
type Described = Readonly<
  Pick<CodeRecord, 'campaign' | 'expiresAt' | 'mostRedemptions'> & { unlocks: readonly string[] }
>;

/** The columns of a file in which two descriptions of a code differ. */
export function differingColumns(one: Described, other: Described): string[] {
  const idsOf = (unlocks: readonly string[]) => [...new Set(unlocks)].sort().join();
  const differs = {
    campaign: one.campaign !== other.campaign,
    unlocks: idsOf(one.unlocks) !== idsOf(other.unlocks),
    expires: one.expiresAt?.getTime() !== other.expiresAt?.getTime(),
    uses: one.mostRedemptions !== other.mostRedemptions,
  };
  return Object.entries(differs).flatMap(([column, isDifferent]) => (isDifferent ? [column] : []));
}
