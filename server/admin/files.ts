// Reads and writes the files of commands.

import { readFileSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
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
      machineFaultText(error, file) ?? `${file} cannot be read: ${(error as Error).message}`,
    );
  }
}

type Content = string | AsyncIterable<string>;

/**
 * Creates a new file that only its owner may read, then does the work that produces its content; if the file cannot be
 * created, no work is done. What has its name is whole, also after a power failure: until then it is empty, and the
 * content beside it in a file that ends with `.unfinished`.
 * @throws {Refusal} `invalid_request` when the file exists already or cannot be written; an incomplete file is removed,
 * after a signal too
 */
export async function intoNewFile<T>(
  file: string,
  work: (write: (content: Content) => Promise<void>) => Promise<T>,
): Promise<T> {
  const unfinished = `${file}.unfinished`;
  const create = async () => {
    // The empty file keeps the name from other commands.
    await (await open(file, 'wx', 0o600)).close();
    rmSync(unfinished, { force: true });
    return open(unfinished, 'wx', 0o600);
  };
  const handle = await create().catch((error: NodeJS.ErrnoException) => {
    const told: Record<string, string> = {
      EEXIST: `${file} exists already. Name a file that does not.`,
      ENOENT: `There is no folder ${dirname(file)}. Make it first, or name a file in another one.`,
    };
    throw new Refusal(
      'invalid_request',
      told[error.code ?? ''] ?? machineFaultText(error) ?? `${file} cannot be written: ${error.message}`,
    );
  });
  const remove = () => {
    for (const each of [unfinished, file]) rmSync(each, { force: true });
  };
  try {
    return await doOnSignal(remove, async () => {
      const result = await work((content) => handle.writeFile(content));
      await handle.sync();
      await rename(unfinished, file);
      return result;
    });
  } catch (error) {
    remove();
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === 'write' || syscall === 'fsync'
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
