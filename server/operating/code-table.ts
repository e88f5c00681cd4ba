// Activation codes as CSV: what an export writes, an import can read.

import { withoutSeparators } from '#server/owning/activation-code.ts';
import { Refusal } from '#server/refusal.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import { codeLimits } from '#shared/operator-limits.ts';
import { checkedCount, checkedExpiry, checkedUnlocks, withoutAddresses } from './checked-input.ts';
import type { CodeRecord } from './codes.ts';
import { differingColumns, type FileCode, otherSeparators } from './compare-codes.ts';
import { armed, type Columns, csvText } from './csv-text.ts';
import { type FileRow, type ReadRows, readRows } from './table-file.ts';

const columns: Columns<CodeRecord> = {
  // These five columns are the ones that an import reads.
  code: ({ code }) => code,
  campaign: ({ campaign }) => campaign,
  unlocks: ({ unlocks }) => unlocks.join('+'),
  expires: ({ expiresAt }) => timeText(expiresAt),
  uses: ({ mostRedemptions }) => mostRedemptions,
  batch: ({ batchId }) => batchId,
  created: ({ createdAt }) => timeText(createdAt),
  revoked: ({ revokedAt }) => timeText(revokedAt),
  redeemed: ({ redemptions }) => redemptions.length,
  first_redeemed: ({ redemptions }) => timeText(redemptions[0]?.redeemedAt),
};

const timeText = (time: Date | null | undefined) => time?.toISOString() ?? '';

/** Codes as CSV, streamed in pieces: the headings first. Times ISO 8601 in UTC. */
export async function* codeTable(pieces: AsyncIterable<readonly CodeRecord[]>): AsyncGenerator<string> {
  yield csvText(columns, []);
  for await (const codes of pieces) yield csvText(columns, codes, { header: false });
}

/** Defaults for lines of a code file without these columns. */
export interface CodeFileDefaults {
  campaign: string | null;
  unlocks: readonly string[];
  expiresAt: Date | null;
  mostRedemptions: number;
}

/**
 * Reads codes of any format from a table with the column `code`, and optionally `campaign`, `unlocks` (separated by
 * spaces, commas or plus signs), `expires` and `uses`. A code that stands there twice says the same each time: otherwise
 * nobody would know which of its lines is brought in. With other spaces or dashes it is the same code, to whoever types it.
 */
export function readCodeRows(rows: readonly FileRow[], defaults: CodeFileDefaults): ReadRows<FileCode> {
  const seen = new Map<string, FileCode>();
  return readRows(rows, ({ line, cells }) => {
    const code = normaliseActivationCode(armed(cells['code'] ?? ''));
    if (code === '') throw new Refusal('invalid_request', 'there is no code');
    if (code.length > codeLimits.code) throw new Refusal('invalid_request', 'the code is too long');
    const uses = Number(cells['uses'] || defaults.mostRedemptions);
    checkedCount(uses, codeLimits.redemptions, 'uses');
    const listed = (cells['unlocks'] ?? '').split(/[\s,+]+/).filter(Boolean);
    const read: FileCode = {
      line,
      code,
      campaign: checkedCampaign(armed(cells['campaign'] || defaults.campaign || '')),
      unlocks: checkedUnlocks(listed.length > 0 ? listed : defaults.unlocks),
      expiresAt: cells['expires'] ? checkedExpiry(cells['expires']) : defaults.expiresAt,
      mostRedemptions: uses,
    };
    const bare = withoutSeparators(code);
    const before = seen.get(bare);
    const alsoThere = (otherwise: string) =>
      new Refusal('invalid_request', `the code is also in line ${before?.line}, with ${otherwise}`);
    const differs = before ? differingColumns(before, read) : [];
    if (differs.length > 0) throw alsoThere(`another value in: ${differs.join(', ')}`);
    if (before && before.code !== code) throw alsoThere(`other ${otherSeparators}`);
    seen.set(bare, before ?? read);
    return read;
  });
}

/**
 * The name of a campaign, which is kept for good, in codes, batches and the record of actions: no erasure looks for an address there.
 * @throws {Refusal} when it is empty or too long, or names an address
 */
export function checkedCampaign(typed: string): string {
  const campaign = typed.trim();
  if (withoutAddresses(campaign) !== campaign)
    throw new Refusal(
      'invalid_request',
      'Name the campaign without an e-mail address: it is kept for good.',
      'campaign',
    );
  if (campaign !== '' && campaign.length <= codeLimits.campaign) return campaign;
  throw new Refusal(
    'invalid_request',
    `Give the campaign a name of at most ${codeLimits.campaign} characters.`,
    'campaign',
  );
}
