// The commands `backup`, `verify`, `drill` and `restore`: none of them needs any of the shop's secrets.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { KnownErasures } from '#server/accounts/erasures.ts';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { noteDrill } from '#server/operating/drill.ts';
import { messageOf } from '#server/operating/finding.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import { type BackupReport, backUp, completeRestore } from '#server/operating/upkeep.ts';
import { Refusal } from '#server/refusal.ts';
import { isDiskFull, isDiskWithoutWrites } from '#server/set-up-fault.ts';
import { command, destructive, flag, option } from '../command.ts';
import {
  backupDatabase,
  drill,
  erasuresIn,
  hasOurMark,
  inspectDatabaseFile,
  isDatabaseInUse,
  keptBackups,
  keptDatabases,
  keptSuffix,
  migrationNames,
  openUnmigrated,
  replaceDatabase,
} from '../compose.ts';
import { facts, moment } from '../display.ts';
import type { Tools } from '../tools.ts';

export const wholeAgain =
  'What was sold since the backup comes back by itself when the site starts, or with "reconcile".';

export const importsAgain =
  'Before you repeat an import, take out of its file whoever was erased since: "actions" of the database before names them, masked.';

const notDeletedAgain =
  'Whoever deleted their account since the backup is here again with their data: the log names each account ("account deleted"), and "customers erase" deletes it again';

/** What a forced restore means to a site that runs. */
const underWay = 'A site that still runs takes no orders from then on, and must be restarted';

const older =
  'It comes from an older version of the site. That one runs on it as it is; this one migrates it when it starts.';

export const backupCommands = [
  command(
    'backup <file>',
    'copy the database as it is now into a new file, and check the copy; the site may run',
    {
      async run(tools, { file }) {
        return { file, ...(await copied(tools, file)) };
      },
      text: ({ file, ...report }) => `${file} is whole.\n${describe(report)}`,
      notes: ({ notNoted }) =>
        notNoted === null ? [] : [`That it was made is not in the audit log: ${notNoted}`],
    },
  ),
  command('verify <file>', 'check a backup, or any database file of the site', {
    run(_tools, { file }) {
      const report = inspected(file);
      return { file, whole: report.faults.length === 0, ...report };
    },
    text: ({ file, whole, ...report }) =>
      `${file} is ${whole ? 'whole' : 'not usable'}.\n${describe(report)}`,
    notes: ({ file, whole: _, ...report }) => [newerText(file, report)].filter((text) => text !== null),
    failed: ({ whole }) => !whole,
  }),
  command(
    'drill [file]',
    'restore a backup into a folder of its own, open it there and compare; the site may run',
    {
      options: {
        scratch: option('<folder>', 'where it is restored to for the moment; beside the database by default'),
      },
      run: tryBackup,
      text: ({ file, faults, purchasesExpected, ...report }) =>
        `${file} ${faults.length === 0 ? 'can be restored' : 'cannot be relied on'}.\n${describe({ ...report, faults })}${facts(
          [
            [
              'purchases expected',
              purchasesExpected ??
                (faults.length > 0 ? 'not compared' : 'unknown: there is no database to compare with'),
            ],
          ],
        )}`,
      failed: ({ faults }) => faults.length > 0,
    },
  ),
  command('restore <file>', 'put a backup in the place of the database; stop the site before', {
    options: {
      ...destructive,
      force: flag(`even while something has the database open. ${underWay}`),
    },
    run: restore,
    text: ({ restored, ...report }) => `${restored} is restored.\n${describe(report)}`,
    notes: ({ kept, deletedAgain, notRead, leftOut, notCompleted, migrations }, { force }) => [
      ...(force ? [`${underWay}.`] : []),
      ...(kept ? [`The database before is kept as ${kept}.`] : []),
      ...(deletedAgain > 0 ? [`Accounts deleted since the backup, and deleted again: ${deletedAgain}.`] : []),
      ...(notRead === null ? [] : [`The database before cannot be read: ${notRead}. ${notDeletedAgain}.`]),
      ...leftOut.map(
        (why) => `Who was erased is not read from one that an earlier restore has kept: ${why}.`,
      ),
      ...(notCompleted === null
        ? []
        : [`That it was restored is not in its audit log: ${notCompleted}. ${notDeletedAgain}.`]),
      ...(migrations.length < migrationNames().length ? [older] : []),
      wholeAgain,
      importsAgain,
    ],
  }),
];

/**
 * Copies the file alone where the database cannot be opened for writing: the last copy of a dying disk is worth more than a record
 * of it.
 */
async function copied(tools: Tools, file: string): Promise<BackupReport> {
  const onProgress = tools.progress('Copied pages');
  let needs: OperatorNeeds;
  try {
    needs = await tools.records();
  } catch (error) {
    const { databaseFile, databaseUrl } = tools.storage();
    if (databaseUrl !== null || !isDiskWithoutWrites(error)) throw error;
    return { ...(await backupDatabase(databaseFile, file, onProgress)), notNoted: messageOf(error) };
  }
  return backUp(needs, file, onProgress);
}

/** @throws {Refusal} when the data is in PostgreSQL, with what to do instead */
function sqliteStorage(tools: Tools, instead: string) {
  const storage = tools.storage();
  if (storage.databaseUrl === null) return storage;
  throw new Refusal('invalid_request', `The data is in PostgreSQL: ${instead} (docs/postgresql.md).`);
}

async function tryBackup(
  tools: Tools,
  { file: named, scratch }: { file: string | undefined; scratch: string | undefined },
) {
  const { databaseFile, backups } = sqliteStorage(tools, 'try its backups with its own tools');
  const kept =
    backups && existsSync(backups.directory)
      ? keptBackups(backups.directory, tools.clock()).map(({ file }) => file)
      : [];
  const file = named ?? kept.at(-1);
  if (file === undefined) {
    const where = backups === null ? 'BACKUP_DIR is off' : `there is none in ${backups.directory}`;
    throw new Refusal('not_found', `No backup to try: ${where}. Name one, or make one with "backup".`);
  }
  const isKept = kept.some((backup) => resolve(backup) === resolve(file));
  const found = isKept ? inspected(file) : inspectedToTry(file, databaseFile);
  refuseNewer(file, found);
  // A file that cannot even be read is never restored.
  const current = existsSync(databaseFile) ? await tools.records() : null;
  const report =
    found.faults.length > 0
      ? { ...found, purchasesExpected: null }
      : await drill(file, scratch ?? dirname(databaseFile), current, tools.clock);
  if (current) await noteDrill(current, basename(file), report);
  return { file, ...report };
}

/**
 * A typing error in a path is no failed drill: an alert would say of good backups that they cannot be relied on.
 * @throws {InvalidArgumentError} when the file is none that could be a backup, however damaged
 */
function inspectedToTry(file: string, databaseFile: string): DatabaseReport {
  const nothing = 'Name a backup. Nothing was tried, and nothing recorded.';
  if (!existsSync(file)) throw new InvalidArgumentError(`There is no file ${file}. ${nothing}`);
  if (existsSync(databaseFile) && realpathSync(file) === realpathSync(databaseFile))
    throw new InvalidArgumentError(`${file} is the database itself. ${nothing}`);
  const report = inspectDatabaseFile(file);
  if (report.faults.length > 0 && !hasOurMark(file))
    throw new InvalidArgumentError(`${file} is no database of this site. ${nothing}`);
  return report;
}

async function restore(
  tools: Tools,
  { file, force }: { file: string; force: true | undefined },
): Promise<DatabaseReport & Completed & { restored: string; kept: string | null }> {
  const { databaseFile: target } = sqliteStorage(
    tools,
    'restore it with pg_restore, then run "database restored"',
  );
  const report = inspected(file);
  if (report.faults.length > 0) {
    throw new Refusal('invalid_request', `${file} is not usable: ${report.faults.join('; ')}`);
  }
  refuseNewer(file, report);
  if (resolve(file) === resolve(target)) {
    throw new Refusal('invalid_request', `${file} is the database itself.`);
  }
  const exists = existsSync(target);
  if (exists && !force && isDatabaseInUse(target)) {
    throw new Refusal(
      'forbidden',
      `${target} is in use: stop the site first. --force restores all the same. ${underWay}.`,
    );
  }
  if (exists) await tools.agree(`${file} takes the place of ${target}, which is kept beside it.`);
  let completed: Completed = { deletedAgain: 0, notRead: null, leftOut: [], notCompleted: null };
  const kept = await replaceDatabase(file, target, keptSuffix(tools.clock()), {
    force: force ?? false,
    complete: async (incoming) => {
      completed = await complete(tools, file, target, incoming);
    },
  });
  return { restored: target, kept, ...completed, ...report };
}

interface Completed {
  deletedAgain: number;
  /** Why the database before could not be read, or `null`. */
  notRead: string | null;
  /** The databases of earlier restores that could not be read, each with the reason. */
  leftOut: string[];
  /** Why nothing more could be written into the restored one: its schema may be too old. Otherwise `null`. */
  notCompleted: string | null;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Completes the copy of a backup before it takes the place of the database. Whatever fails here, the backup is restored all
 * the same, and it is said what is missing. Only a full disk ends the restore before anything is in
 * place: tried again with room, it deletes again whom this one would bring back.
 */
async function complete(tools: Tools, from: string, target: string, incoming: string): Promise<Completed> {
  const known: KnownErasures[] = [];
  const failed = new Map<string, string>();
  for (const databaseFile of [...keptBy(target), target]) {
    try {
      if (existsSync(databaseFile)) known.push(await erasuresIn({ databaseFile, databaseUrl: null }));
    } catch (error) {
      if (isDiskFull(error)) throw error;
      failed.set(databaseFile, wordsOf(error));
    }
  }
  const notRead = failed.get(target) ?? null;
  failed.delete(target);
  const leftOut = [...failed].map(([file, why]) => `${file} (${why})`);
  try {
    const ledger = await openUnmigrated({ databaseFile: incoming, databaseUrl: null });
    const needs = { ledger, clock: tools.clock, actor: tools.actor };
    const deletedAgain = await completeRestore(needs, from, ...known).finally(ledger.close);
    return { deletedAgain, notRead, leftOut, notCompleted: null };
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return { deletedAgain: 0, notRead, leftOut, notCompleted: wordsOf(error) };
  }
}

/**
 * The databases that earlier restores have kept, oldest first: the present one may be a wrong backup, which does not know who was
 * erased. One that is the present one under a second name is left out: SQLite takes them for two, which harms it.
 */
function keptBy(target: string): string[] {
  const isSame = (file: string) => existsSync(target) && statSync(file).ino === statSync(target).ino;
  return keptDatabases(target).filter((file) => !file.endsWith('.incoming') && !isSame(file));
}

/** What there is to know of a file that a newer version of the site made; `null` when this one can open it. */
function newerText(file: string, { migrations }: DatabaseReport): string | null {
  const known = migrationNames();
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  return (
    `${file} is newer than this program: it has the migration ${unknown}, and the program's last one is ${known.at(-1)}. ` +
    'Use it with the version of the site that made it, or use a backup from before.'
  );
}

/** @throws {Refusal} when a newer version of the site made it */
function refuseNewer(file: string, report: DatabaseReport): void {
  const text = newerText(file, report);
  if (text !== null) throw new Refusal('invalid_request', text);
}

function inspected(file: string): DatabaseReport {
  if (!existsSync(file)) throw new Refusal('not_found', `There is no file ${file}.`);
  return inspectDatabaseFile(file);
}

function describe(report: DatabaseReport): string {
  return facts([
    ['faults', report.faults.join('; ')],
    ['size', `${(report.bytes / 1e6).toFixed(1)} MB`],
    ['migrations', report.migrations.at(-1) ?? ''],
    ['purchases', report.purchases],
    ['newest purchase', moment(report.newestPurchase)],
    ['grants', report.grants],
    ['codes', report.codes],
  ]);
}
