import type { CodeRecord } from './records.ts';

/** The columns of a table of codes; the first five are those that an import reads. */
export const codeColumns = [
  'code',
  'campaign',
  'unlocks',
  'expires',
  'uses',
  'batch',
  'created',
  'revoked',
  'redeemed',
  'first_redeemed',
] as const;

/** Codes as rows of a table; times ISO 8601 in UTC. */
export function codeRows(
  records: readonly CodeRecord[],
): Record<(typeof codeColumns)[number], string | number>[] {
  return records.map((record) => ({
    code: record.code,
    campaign: record.campaign,
    unlocks: record.unlocks.join('+'),
    expires: record.expiresAt?.toISOString() ?? '',
    uses: record.mostRedemptions,
    batch: record.batchId ?? '',
    created: record.createdAt.toISOString(),
    revoked: record.revokedAt?.toISOString() ?? '',
    redeemed: record.redemptions.length,
    first_redeemed: record.redemptions[0]?.redeemedAt.toISOString() ?? '',
  }));
}
