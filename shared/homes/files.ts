import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of the homes: adding a folder adds an adventure. */
export const homesFolder = resolve(import.meta.dirname, '../../adventures');

/** Paths of the files below a folder that fit a pattern. */
export function filesOf(pattern: string, folder = homesFolder): string[] {
  return globSync(pattern, { cwd: folder }).toSorted();
}

/** The id of the home in which a file lies. @param path below the folder of the homes */
export function homeOf(path: string): string {
  return path.replace(/\/.*$/, '');
}

/** One export of a file of every home that has it, by the home's id. */
export async function exportsOf<Value>(
  file: string,
  name: string,
  folder = homesFolder,
): Promise<Map<string, Value>> {
  const found = await Promise.all(
    filesOf(`*/${file}`, folder).map(async (path): Promise<[string, Value][]> => {
      const { href } = pathToFileURL(resolve(folder, path));
      const module = (await import(/* @vite-ignore */ href)) as Record<string, Value>;
      const value = module[name];
      return value === undefined ? [] : [[homeOf(path), value]];
    }),
  );
  return new Map(found.flat());
}
