// Files that hold secrets: written atomically, readable by their owner only.

import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { SetUpFault } from '#server/set-up-fault.ts';

/**
 * Creates the file beside it that is to become the new one. One process at a time has it: of two that read the old
 * content at once, the second would overwrite the secret of the first.
 * @param write returns whether to put the new file into the place of the old one
 * @throws {SetUpFault} when it exists. It stays: another process is writing it, or was killed, and then it may be the
 * only copy of a secret
 */
function withUnfinished(file: string, write: (descriptor: number) => boolean): void {
  const unfinished = `${file}.unfinished`;
  let descriptor: number;
  try {
    descriptor = openSync(unfinished, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new SetUpFault(
      `${unfinished} exists: another command is writing there at this moment, or one was interrupted. If none is running, look whether it holds a secret that ${file} lacks, and delete it`,
    );
  }
  // Once it is renamed, a file of this name is another process's.
  let isOurs = true;
  try {
    const before = statSync(file, { throwIfNoEntry: false });
    // Otherwise a file of the site's user would be root's afterwards, and the site could not read it any more.
    if (before && process.getuid?.() === 0) fchownSync(descriptor, before.uid, before.gid);
    if (write(descriptor)) {
      fsyncSync(descriptor);
      renameSync(unfinished, file);
      isOurs = false;
    }
  } finally {
    closeSync(descriptor);
    if (isOurs) rmSync(unfinished);
  }
}

/**
 * Changes a file that only its owner may read, or creates it: whole or not at all (atomic).
 * @param change from the text of before, empty when there is no file, to the new text
 * @throws when it cannot be written
 */
export function changePrivate(file: string, change: (before: string) => string): void {
  withUnfinished(file, (descriptor) => {
    writeFileSync(descriptor, change(existsSync(file) ? readFileSync(file, 'utf8') : ''));
    return true;
  });
}

/** Checks that {@link changePrivate} would succeed, and changes nothing. @throws when it would fail */
export function tryPrivate(file: string): void {
  withUnfinished(file, () => {
    if (existsSync(file)) readFileSync(file);
    return false;
  });
}

/**
 * Adds a secret to a file of settings (`NAME=value` per line), before the values that the setting has already: all of
 * them are accepted during a rotation. Other lines stay as they are.
 * @throws when it cannot be written
 */
export function addToSettings(file: string, name: string, secret: string): void {
  changePrivate(file, (settings) => {
    const lines = settings.replace(/\n$/, '').split('\n');
    const index = lines.findIndex((line) => line.startsWith(`${name}=`));
    // Quotes are removed only when they enclose the whole value; otherwise they are part of it.
    const before =
      index < 0
        ? ''
        : (lines[index] ?? '')
            .slice(name.length + 1)
            .trim()
            .replace(/^(["'])(.*)\1$/, '$2');
    const line = `${name}=${[secret, before].filter(Boolean).join(',')}`;
    if (index < 0) lines.push(line);
    else lines[index] = line;
    return `${lines.join('\n')}\n`;
  });
}
