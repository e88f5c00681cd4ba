import { basename } from 'node:path';
import {
  backerHeadings,
  type KnownHeadings,
  purchaseHeadings,
  readColumns,
} from '#server/operating/column-names.ts';
import { readBackers, readOldPurchases, readRewards } from '#server/operating/import-file.ts';
import {
  type Import,
  type ImportEntry,
  type ImportKind,
  listImports,
  previewImport,
  previewUndo,
  runImport,
  undoImport,
} from '#server/operating/imports.ts';
import { paidPledges } from '#server/operating/pledge-states.ts';
import type { FileFault, ReadRows } from '#server/operating/table-file.ts';
import { command, destructive, flag, group, option } from '../command.ts';
import { readCsv, type TableFile } from '../csv.ts';
import { moment, tableOf } from '../display.ts';
import { repeated, type Tools, wholeNumber } from '../tools.ts';

const howToImport = {
  dryRun: flag('check every line, say what would happen, and change nothing'),
  skipBadLines: flag('bring in the good lines although there are bad ones'),
  column: option(
    '<name=heading>',
    'which column is meant where the headings are unusual, for example "email=Contact"; may be repeated',
    repeated,
  ),
};

/** How both kinds of import show what came of them. */
const outcome = {
  text(result: Outcome, { skipBadLines }: { skipBadLines?: true | undefined }): string {
    const bad = `${result.faults.length} bad`;
    if ('changed' in result) {
      const isBlocked = result.faults.length > 0 && !skipBadLines;
      const advice = isBlocked ? ' Mend the bad lines, or say --skip-bad-lines.' : '';
      return `${result.new} lines to bring in, ${result.already} already in, ${bad}. Nothing was changed.${advice}\n`;
    }
    const name = result.importId === null ? '' : ` as import ${result.importId}`;
    return `${result.added} lines brought in${name}, ${result.already} already in, ${bad} and left out.\n`;
  },
  failed: (result: Outcome) =>
    'changed' in result && (result.faults.length > 0 || result.new + result.already === 0),
};
type Outcome = Awaited<ReturnType<typeof bringIn>>;

/** `imports …`: backers and old purchases from CSV. */
export const importCommands = group(
  'imports',
  'bring in crowdfunding backers and purchases of an earlier shop from CSV',
  command(
    'backers <file>',
    'unlock rewards for backers (columns: email, reward, and perhaps state; or an export of Kickstarter or BackerKit)',
    {
      options: {
        ...howToImport,
        reward: option(
          '<name=ids>',
          'what a reward of this name unlocks, for example "Hero=fod-kickstarter+fist-pre-order"; may be repeated',
          repeated,
        ),
        paidState: option(
          '<name>',
          'what the file calls a pledge that was paid, where it is none of the usual names; may be repeated',
          repeated,
        ),
      },
      run(tools, given) {
        const rewards = readRewards(given.reward ?? []);
        const source = readTable(tools, given, ['email', 'reward'], backerHeadings);
        const { rows, unpaid, faults } = paidPledges(source.rows, given.paidState ?? []);
        if (unpaid.length > 0) {
          tools.note(`${unpaid.length} pledges were not paid, and unlock nothing:`);
          sayFaults(tools, unpaid);
        }
        const read = readBackers(rows, rewards, tools.clock());
        return bringIn(tools, 'backers', source, { ...read, faults: [...faults, ...read.faults] }, given);
      },
      ...outcome,
    },
  ),
  command(
    'purchases <file>',
    'unlock what was bought in an earlier shop (columns: email, product, and perhaps order, date)',
    {
      options: howToImport,
      run(tools, given) {
        const source = readTable(tools, given, ['email', 'product'], purchaseHeadings);
        return bringIn(tools, 'purchases', source, readOldPurchases(source.rows, tools.clock()), given);
      },
      ...outcome,
    },
  ),
  command('list', 'list imports, the newest first', {
    run: async ({ needs }) => listImports(await needs()),
    text: tableOf<Import>({
      import: 'id',
      kind: 'kind',
      file: 'name',
      lines: 'entries',
      grants: 'grants',
      state: ({ undoneAt, finishedAt }) => {
        if (undoneAt) return `undone ${moment(undoneAt)}`;
        return finishedAt ? 'done' : 'interrupted: run it again, or undo it';
      },
      begun: 'startedAt',
      by: 'startedBy',
    }),
  }),
  command('undo <import>', 'take an import back, by its number', {
    options: { ...destructive, reason: option('<text>', 'why, for the record') },
    async run(tools, { import: number, reason = null }) {
      const id = wholeNumber(number);
      const needs = await tools.needs();
      await tools.agree(`This takes back ${await previewUndo(needs, id)} unlocks of import ${id}.`);
      return undoImport(needs, id, reason);
    },
    text: ({ removed, revoked }) =>
      `${removed} removed, ${revoked} taken back from accounts that had them.\n`,
  }),
);

/** Reads a table of somebody else's, and says what had to be guessed about it. */
function readTable(
  tools: Tools,
  { file, column }: { file: string; column?: string[] | undefined },
  needed: readonly string[],
  known: KnownHeadings,
): TableFile {
  const source = readCsv(file, needed, { known, chosen: readColumns(column ?? [], known) });
  if (source.encoding !== 'UTF-8') tools.note(`${file} was read as ${source.encoding}.`);
  return source;
}

async function bringIn(
  tools: Tools,
  kind: ImportKind,
  source: TableFile,
  read: ReadRows<ImportEntry>,
  { file, dryRun, skipBadLines }: { file: string; dryRun: true | undefined; skipBadLines: true | undefined },
) {
  const { entries } = read;
  const faults = [...source.faults, ...read.faults].toSorted((a, b) => a.line - b.line);
  sayFaults(tools, faults);
  const needs = await tools.needs();
  if (dryRun || (faults.length > 0 && !skipBadLines) || entries.length === 0) {
    return { ...(await previewImport(needs, entries)), faults, changed: false };
  }
  return { ...(await runImport(needs, kind, basename(file), entries, tools.progress('Importing'))), faults };
}

/** Lists every bad line. With `--json` they are part of the result instead. */
export function sayFaults(tools: Tools, faults: readonly FileFault[]): void {
  if (faults.length > 0) tools.note(faults.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n'));
}
