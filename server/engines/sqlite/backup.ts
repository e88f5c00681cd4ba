// Backup of an SQLite database, checked.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { Refusal } from '#server/refusal.ts';
import { doOnSignal } from '#server/unfinished.ts';
import { inspectBeside } from './beside.ts';
import { copyDatabaseFile, makeSingleFile, removeCopy, renameDurably } from './copy-file.ts';
import { keepPrivate } from './database.ts';

/**
 * Copies the database in its present state into a new file.
 * @throws {Refusal} when the file exists already, or its folder does not or cannot be written
 * @throws when the copy fails its check; no file is left then, nor after a signal
 */
export async function backupDatabase(
  databaseFile: string,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<DatabaseReport> {
  if (existsSync(file)) {
    throw new Refusal('invalid_request', `${file} exists already. Name a file that does not.`);
  }
  assertFolder(file);
  const unfinished = `${file}.unfinished`;
  const remove = () => removeCopy(unfinished);
  remove();
  return doOnSignal(remove, async () => {
    keepPrivate(unfinished);
    await copyDatabaseFile(databaseFile, unfinished, onProgress);
    makeSingleFile(unfinished);
    // In a thread of its own: this one would hear of a signal only after the check.
    const report = await inspectBeside(unfinished);
    if (report.faults.length > 0) {
      throw new Error(`The copy does not check out: ${report.faults.join('; ')}`);
    }
    renameDurably(unfinished, file);
    return report;
  }).finally(remove);
}

/** A typing error in a path must not create folders. */
function assertFolder(file: string): void {
  const folder = dirname(resolve(file));
  const there = statSync(folder, { throwIfNoEntry: false });
  if (!there?.isDirectory()) {
    throw new Refusal(
      'invalid_request',
      `There is no folder ${folder}. Make it, or name a file in one that is there.`,
    );
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(
      'invalid_request',
      `The folder ${folder} cannot be written (${code}): it belongs to user ${there.uid}, and this program runs as user ${process.getuid?.()}. Name a file elsewhere, or let this user write there.`,
    );
  }
}
