// Scheduled backups of SQLite: when they are made, and which are kept (retention).

import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { earlier } from '#server/moments.ts';
import { type Repeated, repeat } from '#server/repeat.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { backUpBeside } from './beside.ts';
import { assertDirectoryWritable } from './writable.ts';

const hourMs = 60 * 60 * 1000;
const namePattern = /^site-\d{8}T\d{6}Z\.sqlite$/;
const nameOf = (at: Date): string => `site-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.sqlite`;
const timeOf = (name: string): Date =>
  new Date(name.replace(/^site-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/, '$1-$2-$3T$4:$5:$6Z'));
const unfinishedPattern = /^site-\d{8}T\d{6}Z\.sqlite\.unfinished(-\w+)?$/;

interface BackupScheduleOptions {
  databaseFile: string;
  directory: string;
  everyHours: number;
  /** How many backups are kept; older ones of this schedule are removed. Other files are not touched. */
  keep: number;
  clock: Clock;
  log: Log;
  /** @param at when the newest backup was made; `found` means that it existed at start and is recent enough */
  onBackup: (outcome: 'made' | 'found' | 'failed', at: Date) => void;
}

/**
 * Makes online backups on a schedule: soon after the start if the newest one is older than the interval, then at that
 * interval. Each is checked before it gets its final name (backup.ts), so every file with such a name can be restored. A
 * failure is logged, counted and retried at the next check.
 */
export function scheduleBackups(options: BackupScheduleOptions): Repeated {
  const { directory, everyHours, clock, log, onBackup } = options;
  const pauseMs = everyHours * hourMs;
  const look = async (stopping: AbortSignal) => {
    try {
      prepareDirectory(directory);
      sweepUnfinished(directory);
      // The names sort by time.
      const newest = pastBackups(directory, clock()).at(-1);
      if (newest && newest > nameOf(earlier(clock(), pauseMs))) {
        onBackup('found', timeOf(newest));
        return;
      }
      const report = await makeBackup(options, stopping);
      onBackup('made', clock());
      log.info(report, 'backup made');
      removeOld(options);
    } catch (error) {
      if (stopping.aborted) return;
      onBackup('failed', clock());
      log.error({ err: error }, 'the backup failed and is tried again');
    }
  };
  // Checked more often than due, so that a failed backup does not wait for a whole interval.
  return repeat(look, Math.min(pauseMs, hourMs));
}

/** Creates the directory if there is none, readable by its owner only. @throws {SetUpFault} when it cannot be written */
function prepareDirectory(directory: string): void {
  const isNew = !existsSync(directory);
  assertDirectoryWritable(directory, 'BACKUP_DIR');
  if (isNew) chmodSync(directory, 0o700);
}

async function makeBackup({ databaseFile, directory, clock }: BackupScheduleOptions, stopping: AbortSignal) {
  const name = nameOf(clock());
  const { bytes, purchases } = await backUpBeside(databaseFile, join(directory, name), stopping);
  return { name, bytes, purchases };
}

/** Removes the backups beyond those that are kept. One that cannot be removed, such as a locked one, stays alone. */
function removeOld({ directory, keep, clock, log }: BackupScheduleOptions): void {
  const backups = pastBackups(directory, clock());
  for (const backup of backups.slice(0, Math.max(0, backups.length - keep))) {
    try {
      rmSync(join(directory, backup));
    } catch (error) {
      log.warn({ err: error, backup }, 'an old backup could not be removed');
    }
  }
}

/** Files left by a killed run: nothing else makes such files, and only one backup runs at a time. */
function sweepUnfinished(directory: string): void {
  for (const name of readdirSync(directory).filter((name) => unfinishedPattern.test(name)))
    rmSync(join(directory, name));
}

/**
 * Names of the backups that this schedule made, oldest first. Without those dated in the future, which a wrong clock made:
 * they neither delay a new one nor push others out.
 */
const pastBackups = (directory: string, now: Date) =>
  readdirSync(directory)
    .filter((name) => namePattern.test(name) && name <= nameOf(now))
    .toSorted();

/**
 * The schedule's backups in a directory with their paths, oldest first, without those dated after `now`.
 * @throws when it cannot be read
 */
export const keptBackups = (directory: string, now: Date): { file: string; madeAt: Date }[] =>
  pastBackups(directory, now).map((name) => ({ file: join(directory, name), madeAt: timeOf(name) }));
