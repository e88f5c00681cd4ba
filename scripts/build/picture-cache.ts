import { createHash, type Hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** One for all checkouts of a user, because drawing everything takes a minute (XDG base directory specification). */
const folder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'audio-adventure-shop/pictures');

/** How long a picture is kept that no build has asked for, in milliseconds: 30 days. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Pictures being made at this moment, by their key: a second request for one waits for the first. */
const pending = new Map<string, Promise<Uint8Array>>();

/**
 * A hash of the code that makes pictures, with all its settings: every file of the folder that has some cached, and the
 * image library.
 */
export function makersIn(folder: string): Hash {
  const hash = createHash('sha256').update(JSON.stringify(sharp.versions));
  for (const file of globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).toSorted()) {
    const code = readFileSync(join(folder, file), 'utf8');
    if (code.includes('cachedPicture(')) hash.update(code);
  }
  return hash;
}

/** The makers of this build; copy it to add to it. */
export const makers = makersIn(import.meta.dirname);

/**
 * A picture from the build's disk cache, or made and cached. Keys are hashes of everything that decides how it looks, the
 * code that makes it included, so an entry is never stale.
 * @param ingredients what the picture is made of
 */
export function cachedPicture(
  ingredients: readonly (string | Uint8Array)[],
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const hash = makers.copy();
  for (const part of ingredients) hash.update(String(part.length)).update(':').update(part);
  const name = hash.digest('hex');
  const begun = pending.get(name);
  if (begun) return begun;
  const making = readOrMake(join(folder(), name), make).finally(() => pending.delete(name));
  pending.set(name, making);
  return making;
}

async function readOrMake(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  if (existsSync(file)) {
    await utimes(file, new Date(), new Date());
    return readFile(file);
  }
  const picture = await make();
  await mkdir(folder(), { recursive: true });
  // A build that is stopped half-way leaves no half picture under the final name.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}

/** Deletes the pictures that no build has asked for in a month. */
export async function removeOldPictures(): Promise<void> {
  for (const name of existsSync(folder()) ? await readdir(folder()) : []) {
    const file = join(folder(), name);
    // Another checkout may be building, and have renamed or deleted this file meanwhile.
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && found.mtimeMs < Date.now() - keptMs) await rm(file, { force: true });
  }
}
