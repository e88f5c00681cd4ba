// Checks that directories and files are writable, with advice when they are not.

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SetUpFault } from '#server/set-up-fault.ts';

/**
 * Creates a directory if there is none, and checks that files can be created in it.
 * @param setting the variable that names it, for the advice
 * @throws {SetUpFault} with the path, its owner, the user that the site runs as, and what to do
 */
export function assertDirectoryWritable(directory: string, setting: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SetUpFault(whyNot(directory, 'directory', setting, error), { cause: error });
  }
}

/**
 * Checks the same and creates nothing: of a directory that does not exist, that it could be made.
 * @throws {SetUpFault} as {@link assertDirectoryWritable}
 */
export function assertDirectoryUsable(directory: string, setting: string): void {
  try {
    accessSync(nearest(directory), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SetUpFault(whyNot(directory, 'directory', setting, error), { cause: error });
  }
}

/**
 * Checks that an existing file of the database can be read and written.
 * @throws {SetUpFault} with the path, its owner, the user that the site runs as, and what to do
 */
export function assertFileUsable(file: string): void {
  if (!existsSync(file)) return;
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new SetUpFault(whyNot(file, 'file', 'DATABASE_FILE', error), { cause: error });
  }
  assertFile(file, 'DATABASE_FILE');
}

/**
 * Checks that a database can be read and written, with the files that SQLite keeps beside it: a command that an administrator
 * ran may have left some. Creates its directory if there is none.
 * @throws {SetUpFault} as {@link assertDirectoryWritable} and {@link assertFileUsable}
 */
export function assertDatabaseUsable(file: string): void {
  assertDirectoryWritable(dirname(file), 'DATA_DIR');
  for (const part of [file, `${file}-wal`, `${file}-shm`]) assertFileUsable(part);
}

/** @throws {SetUpFault} when it is a directory, or another thing that is no file */
export function assertFile(file: string, setting: string): void {
  if (!statSync(file).isFile()) throw new SetUpFault(`${file} is no file. Let ${setting} name a file.`);
}

/**
 * Checks that this is a file, and can be read.
 * @throws {SetUpFault} with the path, its owner, the user that this program runs as, and what to do
 */
export function assertFileReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES') throw error;
    const there = nearest(file);
    const { uid, mode } = statSync(there);
    throw new SetUpFault(
      `${file} cannot be read (EACCES): ${there} belongs to user ${uid} with mode ${(mode & 0o777).toString(8)}, and this program ` +
        `runs as user ${process.getuid?.()}. ${sameUser(uid)} run "chown ${process.getuid?.()}:${process.getgid?.()} ${file}". It says nothing about whether the file is whole.`,
      { cause: error },
    );
  }
  if (!statSync(file).isFile()) throw new SetUpFault(`${file} is a folder. Name a file.`);
}

function whyNot(path: string, kind: 'directory' | 'file', setting: string, error: unknown): string {
  const { code = 'no reason given' } = error as NodeJS.ErrnoException;
  const begin = `The ${kind} ${path} cannot be written (${code})`;
  if (code === 'EROFS') {
    return `${begin}: it lies on a file system that is mounted for reading only. Mount a volume for writing there, or let ${setting} name another place.`;
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `${begin}: a file stands where a directory should be. Let ${setting} name a directory.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const there = nearest(path);
    const { uid, gid, mode } = statSync(there);
    const us = { uid: process.getuid?.(), gid: process.getgid?.() };
    const owner = `${there} belongs to user ${uid} and group ${gid} with mode ${(mode & 0o777).toString(8)}`;
    const mending =
      there === path
        ? `chown -R ${us.uid}:${us.gid} ${kind === 'file' ? withItsFolder(path, us.uid) : path}`
        : `mkdir -p ${path} && chown ${us.uid}:${us.gid} ${path}`;
    return `${begin}: ${owner}, and this program runs as user ${us.uid} and group ${us.gid}. ${sameUser(uid)} run "${mending}", or let ${setting} name another place.`;
  }
  if (code === 'ENOSPC')
    return `${begin}: its disk is full. Make room, or let ${setting} name another place.`;
  return `${begin}. See that it can be written, or let ${setting} name another place.`;
}

/**
 * The folder of a file, where it is the user's own: whoever left one file there has mostly left others. A folder of
 * somebody else is not to be given away.
 */
function withItsFolder(file: string, user: number | undefined): string {
  const folder = dirname(resolve(file));
  return statSync(folder).uid === user ? folder : file;
}

/** The beginning of the advice to give a file away: where it is the site's, that would lock the site out. */
const sameUser = (owner: number): string =>
  `If the site runs as user ${owner}, run this as that user, too (docs/hosting.md); if not, as an administrator`;

/** The path itself, or its nearest parent directory that exists. */
function nearest(path: string): string {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return there;
}
