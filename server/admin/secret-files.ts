// Files that hold secrets: written atomically, readable by their owner only.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, whole or not at all (atomic). @throws when it cannot be written */
export function writePrivate(file: string, text: string): void {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Checks that {@link writePrivate} would succeed, and changes nothing. @throws when it would fail */
export function tryPrivate(file: string): void {
  if (existsSync(file)) readFileSync(file);
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' });
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Adds a secret to a file of settings (`NAME=value` per line), before the values that the setting has already: all of
 * them are accepted during a rotation. Other lines stay as they are.
 * @throws when it cannot be written
 */
export function addToSettings(file: string, name: string, secret: string): void {
  const lines = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
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
  writePrivate(file, `${lines.join('\n')}\n`);
}
