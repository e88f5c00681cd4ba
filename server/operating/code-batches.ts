import { newActivationCode } from '#server/owning/activation-code.ts';
import { Refusal } from '#server/refusal.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import { type AdventureId, adventureIds, isAdventureId } from '#shared/unlocks.ts';
import { actionBy, type OperatorNeeds } from './operator-action.ts';
import type { CodeSelection, NewCode } from './records.ts';
import { type FileFault, type FileRow, readRows } from './table-file.ts';

/** What a batch is to be. */
export interface NewCodeBatch {
  campaign: string;
  /** Adventure ids. */
  unlocks: readonly string[];
  count: number;
  /** From this moment on its codes no longer work; `null` for never. */
  expiresAt: Date | null;
  /** How many accounts may use each code. */
  mostRedemptions: number;
}

/** Most codes of one batch, and most accounts that may share a code: a typing error should not make a million. */
const codeLimits = { batch: 100_000, redemptions: 1_000_000, campaign: 100, code: 200 } as const;

/**
 * Makes a batch of new codes.
 * @returns the batch's number and its codes, in the form in which they are shown
 * @throws {Refusal} `invalid_request` when something about the batch is not right
 */
export async function createCodeBatch(
  needs: OperatorNeeds,
  batch: NewCodeBatch,
): Promise<{ batchId: number; codes: string[] }> {
  const { count, expiresAt, mostRedemptions } = batch;
  const campaign = checkedCampaign(batch.campaign);
  const unlocks = checkedUnlocks(batch.unlocks);
  checkedCount(count, codeLimits.batch, 'count');
  checkedCount(mostRedemptions, codeLimits.redemptions, 'mostRedemptions');
  if (expiresAt && expiresAt <= needs.clock()) {
    throw new Refusal('invalid_request', 'The expiry lies in the past.', 'expiresAt');
  }
  const codes = Array.from({ length: count }, newActivationCode);
  const { batchId } = await needs.store.addCodeBatch(
    { campaign, origin: 'generated' },
    codes.map((code) => ({ code, campaign, unlocks, expiresAt, mostRedemptions })),
    actionBy(needs, 'codes.create', {
      details: { campaign, unlocks, count, expiresAt, mostRedemptions },
    }),
  );
  if (batchId === null) throw new Error('A new code existed already, which cannot happen by chance');
  return { batchId, codes };
}

/** Settings for lines of a code file that do not say it themselves. */
export interface CodeFileDefaults {
  campaign: string | null;
  unlocks: readonly string[];
  expiresAt: Date | null;
  mostRedemptions: number;
}

/**
 * Reads codes of any format from a table with the column `code`, and perhaps `campaign`, `unlocks` (separated by spaces,
 * commas or plus signs), `expires` and `uses`.
 */
export function readCodeRows(
  rows: readonly FileRow[],
  defaults: CodeFileDefaults,
): { entries: NewCode[]; faults: FileFault[] } {
  return readRows(rows, ({ cells }): NewCode => {
    const code = normaliseActivationCode(cells['code'] ?? '');
    if (code === '') throw new Refusal('invalid_request', 'there is no code');
    if (code.length > codeLimits.code) throw new Refusal('invalid_request', 'the code is too long');
    const uses = Number(cells['uses'] || defaults.mostRedemptions);
    checkedCount(uses, codeLimits.redemptions, 'uses');
    const listed = (cells['unlocks'] ?? '').split(/[\s,+]+/).filter(Boolean);
    return {
      code,
      campaign: checkedCampaign(cells['campaign'] || defaults.campaign || ''),
      unlocks: checkedUnlocks(listed.length > 0 ? listed : defaults.unlocks),
      expiresAt: cells['expires'] ? checkedMoment(cells['expires']) : defaults.expiresAt,
      mostRedemptions: uses,
    };
  });
}

/** Brings codes in as one batch named after the first one's campaign. Codes that exist stay as they are. */
export function importCodes(
  needs: OperatorNeeds,
  codes: readonly NewCode[],
  file: string,
): Promise<{ batchId: number | null; added: number; existing: number }> {
  const campaign = checkedCampaign(codes[0]?.campaign ?? '');
  const action = actionBy(needs, 'codes.import', { details: { campaign, file, lines: codes.length } });
  return needs.store.addCodeBatch({ campaign, origin: 'imported' }, codes, action);
}

/**
 * Revokes or unrevokes one code, a batch or a campaign. What was redeemed stays unlocked.
 * @returns how many codes changed
 */
export function setCodesRevoked(
  needs: OperatorNeeds,
  selection: CodeSelection,
  revoked: boolean,
  reason: string | null,
): Promise<number> {
  const [[kind, value] = ['codes', '']] = Object.entries(selection);
  const subject = `${kind.replace(/Id$/, '')} ${value}`;
  const action = actionBy(needs, revoked ? 'codes.revoke' : 'codes.unrevoke', { subject, reason });
  return needs.store.setCodesRevoked(selection, revoked, action);
}

function checkedCampaign(typed: string): string {
  const campaign = typed.trim();
  if (campaign === '' || campaign.length > codeLimits.campaign) {
    throw new Refusal(
      'invalid_request',
      `Give the campaign a name of at most ${codeLimits.campaign} characters.`,
      'campaign',
    );
  }
  return campaign;
}

/** @throws {Refusal} when it is empty or names something that cannot be unlocked */
export function checkedUnlocks(ids: readonly string[]): AdventureId[] {
  const unknown = ids.find((id) => !isAdventureId(id));
  if (ids.length > 0 && unknown === undefined) return [...new Set(ids.filter(isAdventureId))];
  throw new Refusal(
    'invalid_request',
    `${unknown === undefined ? 'Say what the codes unlock' : `Nothing is called ${unknown}`}: ${adventureIds.join(', ')}.`,
    'unlocks',
  );
}

function checkedCount(count: number, most: number, field: string): void {
  if (Number.isInteger(count) && count >= 1 && count <= most) return;
  throw new Refusal('invalid_request', `Expected a whole number from 1 to ${most}.`, field);
}

/**
 * A moment as operators write it: a day (its end, UTC, so that the day itself still counts) or an ISO 8601 time.
 * @throws {Refusal}
 */
export function checkedMoment(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const moment = new Date(day ? `${text}T23:59:59.999Z` : text);
  const rolled = day && !Number.isNaN(moment.getTime()) && !moment.toISOString().startsWith(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(moment.getTime()) && !rolled) return moment;
  throw new Refusal('invalid_request', `Expected a day such as 2027-01-31, not "${text}".`, 'expiresAt');
}
