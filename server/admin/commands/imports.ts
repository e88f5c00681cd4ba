import { basename } from 'node:path';
import type { Command } from 'commander';
import { readBackers, readOldPurchases, readRewards } from '#server/operating/import-file.ts';
import {
  type ImportEntry,
  type ImportKind,
  listImports,
  previewImport,
  previewUndo,
  runImport,
  undoImport,
} from '#server/operating/imports.ts';
import type { FileFault, ReadRows } from '#server/operating/table-file.ts';
import { readCsv, type TableFile } from '../csv.ts';
import { moment, table } from '../display.ts';
import {
  destructive,
  does,
  exitCodes,
  leaf,
  repeated,
  type Session,
  type Tools,
  wholeNumber,
} from '../tools.ts';

interface ImportOptions {
  dryRun?: true;
  skipBadLines?: true;
}

/** `imports …`: backers and old purchases from CSV. */
export function importCommands(program: Command, session: Session): void {
  const imports = program
    .command('imports')
    .description('bring in crowdfunding backers and purchases of an earlier shop from CSV');
  const importLeaf = (usage: string, description: string) =>
    leaf(imports, usage, description)
      .option('--dry-run', 'check every line, say what would happen, and change nothing')
      .option('--skip-bad-lines', 'bring in the good lines although there are bad ones');

  does<ImportOptions & { reward?: string[] }>(
    session,
    importLeaf('backers <file>', 'unlock rewards for backers (columns: email, reward)').option(
      '--reward <name=ids>',
      'what a reward of this name unlocks, for example "Hero=fod-kickstarter+fist-pre-order"; may be repeated',
      repeated,
    ),
    (tools, [file = ''], { reward = [], ...options }) => {
      const rewards = readRewards(reward);
      const source = readCsv(file, ['email', 'reward']);
      return bringIn(
        tools,
        'backers',
        file,
        source,
        readBackers(source.rows, rewards, tools.clock()),
        options,
      );
    },
  );

  does<ImportOptions>(
    session,
    importLeaf(
      'purchases <file>',
      'unlock what was bought in an earlier shop (columns: email, product, and perhaps order, date)',
    ),
    (tools, [file = ''], options) => {
      const source = readCsv(file, ['email', 'product']);
      return bringIn(tools, 'purchases', file, source, readOldPurchases(source.rows, tools.clock()), options);
    },
  );

  does(session, leaf(imports, 'list', 'list imports, the newest first'), async (tools) => {
    const list = await listImports((await tools.work()).needs);
    const rows = list.map((each) => [
      each.id,
      each.kind,
      each.name,
      each.entries,
      each.grants,
      each.undoneAt
        ? `undone ${moment(each.undoneAt)}`
        : each.finishedAt
          ? 'done'
          : 'interrupted: run it again, or undo it',
      moment(each.startedAt),
      each.startedBy,
    ]);
    tools.show(list, table(['import', 'kind', 'file', 'lines', 'grants', 'state', 'begun', 'by'], rows));
  });

  does<{ reason?: string }>(
    session,
    destructive(leaf(imports, 'undo <import>', 'take an import back, by its number')).option(
      '--reason <text>',
      'why, for the record',
    ),
    async (tools, [number = ''], { reason }) => {
      const id = wholeNumber(number);
      const { needs } = await tools.work();
      await tools.agree(`This takes back ${await previewUndo(needs, id)} unlocks of import ${id}.`);
      const result = await undoImport(needs, id, reason ?? null);
      tools.show(
        result,
        `${result.removed} removed, ${result.revoked} taken back from accounts that had them.\n`,
      );
    },
  );
}

async function bringIn(
  tools: Tools,
  kind: ImportKind,
  file: string,
  source: TableFile,
  read: ReadRows<ImportEntry>,
  { dryRun, skipBadLines }: ImportOptions,
): Promise<number> {
  const faults = [...source.faults, ...read.faults].toSorted((a, b) => a.line - b.line);
  sayFaults(tools, faults);
  const { needs } = await tools.work();
  const blocked = faults.length > 0 && !skipBadLines;
  if (dryRun || blocked || read.entries.length === 0) {
    const preview = await previewImport(needs, read.entries);
    const advice = blocked ? ' Mend the bad lines, or say --skip-bad-lines.' : '';
    tools.show(
      { ...preview, faults, changed: false },
      `${preview.new} lines to bring in, ${preview.already} already in, ${faults.length} bad. Nothing was changed.${advice}\n`,
    );
    return faults.length > 0 || read.entries.length === 0 ? exitCodes.failed : exitCodes.done;
  }
  const result = await runImport(needs, kind, basename(file), read.entries, tools.progress('Importing'));
  const name = result.importId === null ? '' : ` as import ${result.importId}`;
  tools.show(
    { ...result, faults },
    `${result.added} lines brought in${name}, ${result.already} already in, ${faults.length} bad and left out.\n`,
  );
  return exitCodes.done;
}

/** Lists every bad line. With `--json` they are part of the result instead. */
export function sayFaults(tools: Tools, faults: readonly FileFault[]): void {
  if (faults.length > 0) tools.note(faults.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n'));
}
