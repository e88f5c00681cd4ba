import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../.cache/pictures');

/** Pictures being made at this moment, by their key: a second request for one waits for the first. */
const pending = new Map<string, Promise<Uint8Array>>();

/**
 * A picture from the build's disk cache, or made and cached. Keys are hashes of everything that decides how it looks, so
 * an entry is never stale.
 * @param ingredients what the key is made of, the encoder's version included
 */
export function cachedPicture(
  ingredients: readonly (string | Uint8Array)[],
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const part of ingredients) hash.update(String(part.length)).update(':').update(part);
  const name = hash.digest('hex');
  const begun = pending.get(name);
  if (begun) return begun;
  const making = readOrMake(join(folder, name), make).finally(() => pending.delete(name));
  pending.set(name, making);
  return making;
}

async function readOrMake(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  if (existsSync(file)) return readFile(file);
  const picture = await make();
  await mkdir(folder, { recursive: true });
  // A build that is stopped half-way leaves no half picture under the final name.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}
