import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../node_modules/.cache/pictures');

/** What is being made at this moment, by its hash: who asks meanwhile waits for the same. */
const underWay = new Map<string, Promise<Uint8Array>>();

/**
 * The bytes that `make` gives, made once for the same ingredients on one machine.
 * @param ingredients everything that decides how the picture looks, versions included
 */
export function cachedPicture(
  ingredients: readonly (string | Uint8Array)[],
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const part of ingredients) hash.update(String(part.length)).update(':').update(part);
  const name = hash.digest('hex');
  const begun = underWay.get(name);
  if (begun) return begun;
  const making = readOrMake(join(folder, name), make).finally(() => underWay.delete(name));
  underWay.set(name, making);
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
