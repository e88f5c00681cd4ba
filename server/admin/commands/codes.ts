import type { Command } from 'commander';
import { checkedMoment } from '#server/operating/checked-input.ts';
import { createCodeBatch, importCodes, listCodeBatches } from '#server/operating/code-batches.ts';
import { codeColumns, codeRows, readCodeRows } from '#server/operating/code-table.ts';
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
import { Refusal } from '#server/refusal.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { csvPieces, readCsv, writeNewFile } from '../csv.ts';
import { facts, moment, table } from '../display.ts';
import {
  collected,
  destructive,
  does,
  exitCodes,
  leaf,
  type Session,
  type Tools,
  wholeNumber,
} from '../tools.ts';
import { sayFaults } from './imports.ts';

interface BatchOptions {
  campaign?: string;
  unlocks?: string[];
  count: number;
  expires?: string;
  uses: number;
  out?: string;
}

interface SelectionOptions {
  batch?: number;
  campaign?: string;
}

/** `codes …`: activation codes in batches. */
export function codeCommands(program: Command, session: Session): void {
  const codes = program
    .command('codes')
    .description('activation codes: make, look up, revoke, export, import');
  const unlocksHelp = `what they unlock, separated by commas: ${adventureIds.join(', ')}`;

  does<BatchOptions & { campaign: string; unlocks: string[] }>(
    session,
    leaf(codes, 'create', 'make a batch of new codes')
      .requiredOption('--campaign <name>', 'what they are for; statistics go by it')
      .requiredOption('--unlocks <ids>', unlocksHelp, collected)
      .requiredOption('--count <number>', 'how many', wholeNumber)
      .option('--expires <day>', 'the last day on which they work, UTC, for example 2027-01-31')
      .option('--uses <number>', 'how many accounts may use each of them', wholeNumber, 1)
      .option('--out <file>', 'write them to a new CSV file instead of the terminal'),
    async (tools, _args, { campaign, unlocks, count, expires, uses, out }) => {
      const { needs } = await tools.work();
      const expiresAt = expires === undefined ? null : checkedMoment(expires);
      const batch = { campaign, unlocks, count, expiresAt, mostRedemptions: uses };
      const made = await createCodeBatch(needs, batch);
      if (out !== undefined)
        await writeNewFile(out, asCsv(readCodes(needs.ledger, { batchId: made.batchId })));
      tools.note(`Batch ${made.batchId}: ${count} codes for ${campaign}${out ? `, in ${out}` : ''}.`);
      tools.show(
        { ...made, ...(out !== undefined && { file: out }) },
        out ? '' : `${made.codes.join('\n')}\n`,
      );
    },
  );

  does<{ campaign?: string }>(
    session,
    leaf(codes, 'list', 'list batches, the newest first').option('--campaign <name>', 'of one campaign only'),
    async (tools, _args, { campaign }) => {
      const batches = await listCodeBatches((await tools.work()).needs, campaign);
      const rows = batches.map((batch) => [
        batch.id,
        batch.campaign,
        batch.unlocks.join('+'),
        batch.codes,
        batch.redeemed,
        batch.revoked,
        batch.mostRedemptions,
        moment(batch.expiresAt) || 'never',
        moment(batch.createdAt),
        batch.createdBy,
      ]);
      const headings = [
        'batch',
        'campaign',
        'unlocks',
        'codes',
        'redeemed',
        'revoked',
        'uses',
        'expires',
        'made',
        'by',
      ];
      tools.show(batches, table(headings, rows));
    },
  );

  does(
    session,
    leaf(codes, 'show <code>', 'show a code: what it unlocks, who redeemed it and when'),
    async (tools, [typed = '']) => {
      const code = await showCode((await tools.work()).needs, typed);
      tools.show(code, describe(code));
    },
  );

  for (const revoked of [true, false]) {
    const verb = revoked ? 'revoke' : 'unrevoke';
    const does_ = revoked ? 'no longer redeem; what was redeemed stays' : 'let them be redeemed again';
    does<SelectionOptions & { reason?: string }>(
      session,
      destructive(leaf(codes, `${verb} [code]`, `${verb} one code, a batch or a campaign: ${does_}`))
        .option('--batch <number>', 'a whole batch', wholeNumber)
        .option('--campaign <name>', 'a whole campaign')
        .option('--reason <text>', 'why, for the record'),
      async (tools, [typed], { reason, ...options }) => {
        const selection = await selectionOf(tools, typed, options);
        const { needs } = await tools.work();
        const count = await countCodes(needs, selection);
        if (count === 0) throw new Refusal('not_found', 'There are no such codes.');
        await tools.agree(`This will ${verb} ${count === 1 ? 'one code' : `${count} codes`}.`);
        const changed = await setCodesRevoked(needs, selection, revoked, reason ?? null);
        tools.show(
          { changed },
          `${changed} changed${changed < count ? `, ${count - changed} were so already` : ''}.\n`,
        );
      },
    );
  }

  does<SelectionOptions & { out?: string }>(
    session,
    leaf(codes, 'export', 'write codes with their state as CSV')
      .option('--batch <number>', 'of a batch', wholeNumber)
      .option('--campaign <name>', 'of a campaign')
      .option('--out <file>', 'into a new file instead of the terminal'),
    async (tools, _args, { out, ...options }) => {
      const selection = await selectionOf(tools, undefined, options);
      const { needs } = await tools.work();
      const exported = exportCodes(needs, selection);
      if (out === undefined) return tools.showPieces(exported, asCsv);
      let count = 0;
      const counted = async function* () {
        for await (const piece of exported) {
          count += piece.length;
          yield piece;
        }
      };
      await writeNewFile(out, asCsv(counted()));
      tools.show({ file: out, codes: count }, '');
      tools.note(`${count} codes in ${out}.`);
    },
  );

  does<Partial<BatchOptions> & { uses: number; dryRun?: true }>(
    session,
    leaf(
      codes,
      'import <file>',
      'bring in codes of any format from CSV (columns: code, and perhaps campaign, unlocks, expires, uses)',
    )
      .option('--campaign <name>', 'for lines that do not say it')
      .option('--unlocks <ids>', `for lines that do not say it: ${unlocksHelp}`, collected)
      .option('--expires <day>', 'for lines that do not say it')
      .option('--uses <number>', 'for lines that do not say it', wholeNumber, 1)
      .option('--dry-run', 'check the file and change nothing'),
    async (tools, [file = ''], { campaign, unlocks = [], expires, uses, dryRun }) => {
      const { rows, faults: unreadable } = readCsv(file, ['code']);
      const expiresAt = expires === undefined ? null : checkedMoment(expires);
      const read = readCodeRows(rows, {
        campaign: campaign ?? null,
        unlocks,
        expiresAt,
        mostRedemptions: uses,
      });
      const faults = [...unreadable, ...read.faults];
      sayFaults(tools, faults);
      if (faults.length > 0 || read.entries.length === 0 || dryRun) {
        const text = `${read.entries.length} good lines, ${faults.length} bad. Nothing was changed.\n`;
        tools.show({ good: read.entries.length, faults, dryRun: true }, text);
        return faults.length > 0 || read.entries.length === 0 ? exitCodes.failed : exitCodes.done;
      }
      const result = await importCodes((await tools.work()).needs, read.entries, file);
      const batch = result.batchId === null ? '' : ` in batch ${result.batchId}`;
      tools.show(
        result,
        `${result.added} codes brought in${batch}, ${result.existing} were there already.\n`,
      );
      return exitCodes.done;
    },
  );
}

async function selectionOf(
  tools: Tools,
  typed: string | undefined,
  { batch, campaign }: SelectionOptions,
): Promise<CodeSelection> {
  const named = [typed, batch, campaign].filter((each) => each !== undefined);
  if (named.length !== 1) {
    throw new Refusal('invalid_request', 'Name one thing: a code, --batch or --campaign.');
  }
  if (typed !== undefined) return selectCode((await tools.work()).needs, typed);
  return batch === undefined ? { campaign: campaign ?? '' } : { batchId: batch };
}

/** Codes as the text of a CSV file. */
async function* asCsv(pieces: AsyncIterable<readonly CodeRecord[]>): AsyncGenerator<string> {
  yield* csvPieces(codeColumns, rows());
  async function* rows() {
    for await (const records of pieces) yield codeRows(records);
  }
}

function describe(code: CodeRecord): string {
  const head = facts([
    ['code', code.code],
    ['campaign', code.campaign],
    ['unlocks', code.unlocks.join(', ')],
    ['batch', code.batchId],
    ['made', moment(code.createdAt)],
    ['expires', moment(code.expiresAt) || 'never'],
    ['revoked', moment(code.revokedAt)],
    ['used', `${code.redemptions.length} of ${code.mostRedemptions}`],
  ]);
  const uses = code.redemptions.map(({ accountId, redeemedAt }) => [
    moment(redeemedAt),
    accountId ?? '(deleted account)',
  ]);
  return uses.length === 0 ? head : `${head}\n${table(['redeemed', 'account'], uses)}`;
}
