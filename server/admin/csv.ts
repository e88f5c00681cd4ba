// Files that commands read and write.

import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { readTable, type TableFile } from '#server/operating/csv-table.ts';
import { Refusal } from '#server/refusal.ts';

/**
 * Reads a CSV file, as {@link readTable} does.
 * @throws {Refusal} `invalid_request` when it cannot be read at all or lacks a heading
 */
export function readCsv(file: string, needed: readonly string[]): TableFile {
  return readTable(readBytes(file), file, needed);
}

/** @throws {Refusal} `invalid_request` when the file cannot be read */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Refusal('invalid_request', `${file} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Writes a new file, which only its owner may read.
 * @throws {Refusal} `invalid_request` when it exists already or cannot be written; nothing is left behind then
 */
export async function writeNewFile(file: string, content: string | AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const exists = `${file} exists already. Name a file that does not.`;
    throw new Refusal('invalid_request', error.code === 'EEXIST' ? exists : error.message);
  });
  try {
    await handle.writeFile(content);
  } catch (error) {
    await rm(file);
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === 'write' ? new Refusal('invalid_request', message) : error;
  } finally {
    await handle.close();
  }
}
