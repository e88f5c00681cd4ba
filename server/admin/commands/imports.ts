// The commands `imports …`: backers and old purchases from CSV.

import { basename } from 'node:path';
import { type BroughtIn, bringIn, readImportFile } from '#server/operating/bring-in-file.ts';
import { type Import, listImports, previewUndo, undoImport } from '#server/operating/imports.ts';
import type { FileFault } from '#server/operating/table-file.ts';
import type { ImportKind } from '#shared/api/imports.ts';
import { command, destructive, flag, group, option } from '../command.ts';
import { moment, tableOf } from '../display.ts';
import { readBytes } from '../files.ts';
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
  text(result: BroughtIn, { skipBadLines }: { skipBadLines?: true | undefined }): string {
    const bad = `${result.faults.length} bad`;
    if (!result.changed) {
      const isBlocked = result.faults.length > 0 && !skipBadLines;
      const advice = isBlocked ? ' Mend the bad lines, or say --skip-bad-lines.' : '';
      return `${result.new} lines to bring in, ${result.already} already in, ${bad}. Nothing was changed.${advice}\n`;
    }
    const name = result.importId === null ? '' : ` as import ${result.importId}`;
    return `${result.added} lines brought in${name}, ${result.already} already in, ${bad} and left out.\n`;
  },
  failed: (result: BroughtIn) =>
    !result.changed && (result.faults.length > 0 || result.new + result.already === 0),
};

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
      run: (tools, given) => importFile(tools, 'backers', given),
      ...outcome,
    },
  ),
  command(
    'purchases <file>',
    'unlock what was bought in an earlier shop (columns: email, product, and perhaps order, date)',
    {
      options: howToImport,
      run: (tools, given) => importFile(tools, 'purchases', given),
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
        return finishedAt
          ? 'done'
          : 'not finished: it runs now, or was interrupted; run it again, or undo it';
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

interface Given {
  file: string;
  dryRun?: true | undefined;
  skipBadLines?: true | undefined;
  column?: string[] | undefined;
  reward?: string[] | undefined;
  paidState?: string[] | undefined;
}

/** Reads a file and imports it, and reports what had to be guessed about it and what was left out. */
async function importFile(tools: Tools, kind: ImportKind, given: Given): Promise<BroughtIn> {
  const { file, dryRun = false, skipBadLines = false } = given;
  const read = readImportFile(
    kind,
    { name: file, bytes: readBytes(file) },
    { columns: given.column ?? [], rewards: given.reward ?? [], paidStates: given.paidState ?? [] },
    tools.clock(),
  );
  if (read.encoding !== 'UTF-8') tools.note(`${file} was read as ${read.encoding}.`);
  if (read.unpaid.length > 0) {
    tools.note(`${read.unpaid.length} pledges were not paid, and unlock nothing:`);
    sayFaults(tools, read.unpaid);
  }
  sayFaults(tools, read.faults);
  const named = { ...read, name: basename(file) };
  return bringIn(await tools.needs(), named, { dryRun, skipBadLines }, tools.progress('Importing'));
}

/** Lists every bad line. With `--json` they are part of the result instead. */
export function sayFaults(tools: Tools, faults: readonly FileFault[]): void {
  if (faults.length > 0) tools.note(faults.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n'));
}
