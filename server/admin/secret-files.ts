// Files that hold secrets: written whole, for their owner alone.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, whole or not at all. @throws when it cannot be written */
export function writePrivate(file: string, text: string): void {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Puts a secret into a file of settings, `NAME=value` a line, before those that the setting has already: all of them are accepted
 * while one replaces another. Other lines stay as they are.
 * @throws when it cannot be written
 */
export function addToSettings(file: string, name: string, secret: string): void {
  const lines = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  const index = lines.findIndex((line) => line.startsWith(`${name}=`));
  // Quotes stand around a whole value, or they are a part of it.
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
  writePrivate(file, `${lines.join('\n')}\n`);
}
