// Reads and writes the files of commands.

import { readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refusal } from '#server/refusal.ts';
import { machineFaultText } from '#server/set-up-fault.ts';
import { doOnSignal } from '#server/unfinished.ts';

/** @throws {Refusal} `invalid_request` when the file cannot be read */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Refusal(
      'invalid_request',
      machineFaultText(error) ?? `${file} cannot be read: ${(error as Error).message}`,
    );
  }
}

type Content = string | AsyncIterable<string>;

/**
 * Creates a new file that only its owner may read, then does the work that produces its content; if the file cannot be
 * created, no work is done.
 * @throws {Refusal} `invalid_request` when the file exists already or cannot be written; an incomplete file is removed,
 * after a signal too
 */
export async function intoNewFile<T>(
  file: string,
  work: (write: (content: Content) => Promise<void>) => Promise<T>,
): Promise<T> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const told: Record<string, string> = {
      EEXIST: `${file} exists already. Name a file that does not.`,
      ENOENT: `There is no folder ${dirname(file)}. Make it first, or name a file in another one.`,
    };
    throw new Refusal(
      'invalid_request',
      told[error.code ?? ''] ?? machineFaultText(error) ?? `${file} cannot be written: ${error.message}`,
    );
  });
  const remove = () => rmSync(file, { force: true });
  try {
    return await doOnSignal(remove, () => work((content) => handle.writeFile(content)));
  } catch (error) {
    remove();
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === 'write'
      ? new Refusal(
          'invalid_request',
          machineFaultText(error, file) ?? `${file} cannot be written: ${message}`,
        )
      : error;
  } finally {
    await handle.close();
  }
}

/** Writes a new file, like {@link intoNewFile}. */
export const writeNewFile = (file: string, content: Content): Promise<void> =>
  intoNewFile(file, (write) => write(content));
