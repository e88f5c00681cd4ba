// The commands `codes …`: activation codes in batches.

import { changeCodes } from '#server/operating/change-codes.ts';
import { checkedExpiry } from '#server/operating/checked-input.ts';
import {
  type CodeBatch,
  createCodeBatch,
  findCodeBatch,
  importCodes,
  listCodeBatches,
} from '#server/operating/code-batches.ts';
import { codeTable, readCodeRows } from '#server/operating/code-table.ts';
import {
  type CodeRecord,
  type CodeSelection,
  countCodes,
  exportCodes,
  readCodes,
  selectCode,
  setCodesRevoked,
  showCode,
} from '#server/operating/codes.ts';
import { type DifferingCode, differingCodes } from '#server/operating/compare-codes.ts';
import { readTable } from '#server/operating/csv-table.ts';
import { Refusal } from '#server/refusal.ts';
import { doOnSignal } from '#server/unfinished.ts';
import { utcMoment } from '#shared/moment-in-words.ts';
import { adventureIds } from '#shared/unlocks.ts';
import {
  command,
  destructive,
  flag,
  group,
  intoFile,
  isInPieces,
  option,
  reason,
  required,
} from '../command.ts';
import { facts, moment, tableOf } from '../display.ts';
import { intoNewFile, readBytes, writeNewFile } from '../files.ts';
import { collected, type Tools, wholeNumber } from '../tools.ts';
import { sayFaults } from './imports.ts';

const unlocksHelp = `what they unlock, separated by commas: ${adventureIds.join(', ')}`;
const otherwise = 'for lines that do not say it';

export const codeCommands = group(
  'codes',
  'activation codes: make, look up, change, revoke, export, import',
  command('create', 'make a batch of new codes', {
    options: {
      campaign: required('<name>', 'what they are for; statistics go by it'),
      unlocks: required('<ids>', unlocksHelp, collected),
      count: required('<number>', 'how many', wholeNumber),
      expires: option('<day>', 'the last day on which they work, UTC, for example 2027-01-31'),
      uses: option('<number>', 'how many accounts may use each of them', wholeNumber, 1),
      out: option('<file>', 'write them to a new CSV file instead of the terminal'),
    },
    async run(tools, { campaign, unlocks, count, expires, uses, out }) {
      const needs = await tools.needs();
      const batch = { campaign, unlocks, count, expiresAt: expiryOf(expires), mostRedemptions: uses };
      const sayUnfinished = () =>
        tools.terminal.err(
          'Interrupted: "codes list" shows whether a batch is made, perhaps a part of it. Nobody has seen its codes: revoke it ("codes revoke --batch"), or write them with "codes export --batch".\n',
        );
      const make = async () => {
        if (!out) return createCodeBatch(needs, batch);
        return intoNewFile(out, async (write) => {
          const inFile = await createCodeBatch(needs, batch);
          try {
            await write(codeTable(readCodes(needs.ledger, inFile)));
          } catch (error) {
            // Whoever only read of the disk would make the codes a second time.
            tools.terminal.err(
              `Batch ${inFile.batchId} is made all the same: "codes export --batch ${inFile.batchId} --out FILE" writes its codes.\n`,
            );
            throw error;
          }
          return inFile;
        });
      };
      const made = await doOnSignal(sayUnfinished, make);
      tools.note(`Batch ${made.batchId}: ${count} codes for ${campaign}${out ? `, in ${out}` : ''}.`);
      return { ...made, ...(out && { file: out }) };
    },
    text: ({ codes }, { out }) => (out ? '' : `${codes.join('\n')}\n`),
  }),
  command('list', 'list batches, the newest first', {
    options: { campaign: option('<name>', 'of one campaign only') },
    run: async ({ needs, reading }, { campaign }) =>
      listCodeBatches(await needs(), campaign, reading('Counted codes')),
    text: tableOf<CodeBatch>({
      batch: 'id',
      campaign: 'campaign',
      unlocks: 'unlocks',
      codes: 'codes',
      redeemed: 'redeemed',
      revoked: 'revoked',
      uses: 'mostRedemptions',
      expires: ({ expiresAt }) => expiryInWords(expiresAt),
      made: 'createdAt',
      by: 'createdBy',
    }),
    notes: (found, { campaign }) =>
      found.length > 0 || campaign === undefined
        ? []
        : [`No batch is for a campaign ${campaign}. "codes list" shows all.`],
  }),
  command('show <code>', 'show a code: what it unlocks, who redeemed it and when', {
    run: async ({ needs }, { code }) => showCode(await needs(), code),
    text: describe,
  }),
  revocation('revoke', true, 'no longer redeem; what was redeemed stays'),
  revocation('unrevoke', false, 'let them be redeemed again'),
  command(
    'change',
    'set when the codes of a batch expire, where they have uses left, or what they unlock, where nobody has redeemed them',
    {
      options: {
        ...destructive,
        batch: required('<number>', 'which batch', wholeNumber),
        expires: option('<day>', 'the last day on which they work, UTC, or "never"'),
        unlocks: option('<ids>', unlocksHelp, collected),
        reason,
      },
      async run(tools, { batch, expires, unlocks, reason }) {
        const needs = await tools.needs();
        const { campaign } = await findCodeBatch(needs, batch);
        const changes = {
          ...(expires !== undefined && { expiresAt: expires === 'never' ? null : checkedExpiry(expires) }),
          ...(unlocks && { unlocks }),
        };
        await tools.agree(
          `This changes the codes of batch ${batch}, ${campaign}: the expiry where they have uses left, the unlocks where nobody has redeemed them.`,
        );
        return { changed: await changeCodes(needs, batch, changes, reason) };
      },
      text: ({ changed }) => `${changed} changed. What was redeemed is as it was.\n`,
      notes: ({ changed }, { expires }) =>
        changed > 0
          ? []
          : [
              expires === undefined
                ? 'Each of its codes has been redeemed by somebody, and unlocks are set only where nobody has.'
                : 'None of its codes has uses left.',
            ],
      failed: ({ changed }) => changed === 0,
    },
  ),
  command('export', 'write codes with their state as CSV', {
    options: {
      batch: option('<number>', 'of a batch', wholeNumber),
      campaign: option('<name>', 'of a campaign'),
      out: intoFile,
    },
    async run(tools, { out, ...options }) {
      const selection = await selectionOf(tools, options);
      const needs = await tools.needs();
      const total = await countCodes(needs, selection);
      if (total === 0) throw noSuchCodes();
      const exported = exportCodes(needs, selection);
      if (out === undefined) return exported;
      const say = tools.reading('Written codes');
      let codes = 0;
      const counted = async function* () {
        for await (const piece of exported) {
          codes += piece.length;
          say(codes, Math.max(codes, total));
          yield piece;
        }
      };
      await writeNewFile(out, codeTable(counted()));
      return { file: out, codes };
    },
    text: (result) => (isInPieces(result) ? codeTable(result) : ''),
    notes: (result) => (isInPieces(result) ? [] : [`${result.codes} codes in ${result.file}.`]),
  }),
  command(
    'import <file>',
    'bring in codes of any format from CSV (columns: code, and perhaps campaign, unlocks, expires, uses)',
    {
      options: {
        campaign: option('<name>', otherwise),
        unlocks: option('<ids>', `${otherwise}: ${unlocksHelp}`, collected),
        expires: option('<day>', otherwise),
        uses: option('<number>', otherwise, wholeNumber, 1),
        dryRun: flag('check the file and change nothing'),
      },
      async run(tools, { file, campaign = null, unlocks = [], expires, uses, dryRun }) {
        const { rows, faults: unreadable } = readTable(readBytes(file), file, ['code']);
        const defaults = { campaign, unlocks, expiresAt: expiryOf(expires), mostRedemptions: uses };
        const { entries, faults: wrong } = readCodeRows(rows, defaults);
        const faults = [...unreadable, ...wrong];
        sayFaults(tools, faults);
        const needs = await tools.needs();
        const differing = await differingCodes(needs, entries);
        if (dryRun || faults.length > 0 || entries.length === 0) {
          return { good: entries.length, faults, differing, dryRun: true };
        }
        return { ...(await importCodes(needs, entries, file)), differing };
      },
      text(result) {
        if (result.good !== undefined) {
          return `${result.good} good lines, ${result.faults.length} bad. Nothing was changed.\n`;
        }
        const batch = result.batchId === null ? '' : ` in batch ${result.batchId}`;
        return `${result.added} codes brought in${batch}, ${result.existing} were there already.\n`;
      },
      notes: ({ differing }) => (differing.length === 0 ? [] : [differingText(differing)]),
      failed: (result) =>
        result.differing.length > 0 ||
        (result.good !== undefined && (result.good === 0 || result.faults.length > 0)),
    },
  ),
);

/** Most lines that are named. */
const mostNamed = 10;

function differingText(differing: readonly DifferingCode[]): string {
  const lines = differing
    .slice(0, mostNamed)
    .map(
      ({ line, batchId, differs }) => `line ${line}, in batch ${batchId ?? 'none'}: ${differs.join(', ')}`,
    );
  return [
    `${differing.length} codes are here already, differ from the file, and stay as they are here:`,
    ...lines,
    ...(differing.length > mostNamed ? [`and ${differing.length - mostNamed} more.`] : []),
    '"codes change --batch NUMBER" sets the expiry of what has uses left and the unlocks of what nobody has redeemed, "codes unrevoke" lets revoked codes be redeemed again. Their campaign and number of uses cannot be changed: revoke the batch, and make another.',
  ].join('\n');
}

const noSuchCodes = () => new Refusal('not_found', 'There are no such codes.');

function revocation(verb: 'revoke' | 'unrevoke', revoked: boolean, meaning: string) {
  return command(`${verb} [code]`, `${verb} one code, a batch or a campaign: ${meaning}`, {
    options: {
      ...destructive,
      batch: option('<number>', 'a whole batch', wholeNumber),
      campaign: option('<name>', 'a whole campaign'),
      reason: option('<text>', 'why, for the record'),
    },
    async run(tools, { reason = null, ...options }) {
      const selection = await selectionOf(tools, options);
      const needs = await tools.needs();
      const count = await countCodes(needs, selection);
      if (count === 0) throw noSuchCodes();
      await tools.agree(`This will ${verb} ${count === 1 ? 'one code' : `${count} codes`}.`);
      const changed = await setCodesRevoked(needs, selection, revoked, reason);
      return { changed, already: count - changed };
    },
    text: ({ changed, already }) =>
      `${changed} changed${already > 0 ? `, ${already} were so already` : ''}.\n`,
    json: ({ changed }) => ({ changed }),
  });
}

/** In UTC, as `--expires` takes it: in Stockholm the last minute lies on the day after the one that was named. */
const expiryInWords = (at: Date | null): string => (at ? utcMoment(at) : 'never');

const expiryOf = (expires: string | undefined) => (expires === undefined ? null : checkedExpiry(expires));

async function selectionOf(
  tools: Tools,
  {
    code,
    batch,
    campaign,
  }: { code?: string | undefined; batch: number | undefined; campaign: string | undefined },
): Promise<CodeSelection> {
  const named = [code, batch, campaign].filter((each) => each !== undefined);
  if (named.length !== 1) {
    throw new Refusal('invalid_request', 'Name one thing: a code, --batch or --campaign.');
  }
  if (code !== undefined) return selectCode(await tools.needs(), code);
  return batch === undefined ? { campaign: campaign ?? '' } : { batchId: batch };
}

const usesTable = tableOf<CodeRecord['redemptions'][number]>({
  redeemed: 'redeemedAt',
  account: ({ accountId }) => accountId ?? '(deleted account)',
});

function describe(code: CodeRecord, given: unknown, tools: Tools): string {
  const head = facts([
    ['code', code.code],
    ['campaign', code.campaign],
    ['unlocks', code.unlocks.join(', ')],
    ['batch', code.batchId],
    ['made', moment(code.createdAt)],
    ['expires', expiryInWords(code.expiresAt)],
    ['revoked', moment(code.revokedAt)],
    ['used', `${code.redemptions.length} of ${code.mostRedemptions}`],
  ]);
  return code.redemptions.length === 0 ? head : `${head}\n${usesTable(code.redemptions, given, tools)}`;
}
