import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { adventures } from '#shared/adventures.ts';

/**
 * The bundle size budget: the most JavaScript, in gzipped bytes, that a public page may load before it is hydrated. Above
 * it the build fails. Each adventure adds its name, paths, products and files; whoever adds one must not run out of it.
 */
const firstLoadBudget = 88_400 + 300 * adventures.length;

/** The most requests, without pictures, of a public page's first load: the page, its later styles, fonts, scripts, and a late part. */
const firstLoadRequests = 8;

/** What a screen imports by itself after it is shown, and not only when somebody does something: texts, and parts of the page. */
const latePart = /\.md$|^content\/|^_/;

/** The most that the script may weigh, in gzipped bytes, that measures how fast a page was and comes after everything else. */
const measuringBudget = 2_000;

/** The most, in gzipped bytes, that somebody loads to sign in, beside what every page and the login form have loaded. */
const signInBudget = 20_000;

/** The bundler's chunks, as the pages need to know them. Paths are relative to `dist/client`. */
export interface Chunks {
  /** The scripts that a page with this screen needs; the first one hydrates it. */
  ofScreen(screenFile: string): string[];
  /** The fonts that the first line of text needs. */
  fonts: string[];
  /**
   * Gzipped bytes of all JavaScript a public page with this screen loads first.
   * @throws {Error} over the budget of bytes or requests
   */
  firstLoad(screenFile: string): number;
  /** Gzipped bytes of what signs people in, which is loaded where somebody does. @throws {Error} when over the budget */
  signIn(): number;
}

/**
 * @param folder where Vite's client build is
 * @throws {Error} when the script that measures is over its budget or brings others along
 */
export function readChunks(folder: string): Chunks {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, '.vite', file), 'utf8'));
  const manifest: Manifest = read('manifest.json');
  const screens: Record<string, string> = read('screens.json');
  const everywhere = withImports(manifest, namedChunk(manifest, 'site'));
  const sizes = new Map<string, number>();
  const size = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
    sizes.set(file, known);
    return known;
  };
  const measuring = [...withImports(manifest, 'web-vitals/measure.ts', new Set(everywhere))].filter(
    (file) => !everywhere.has(file),
  );
  const measuringBytes = measuring.reduce((sum, file) => sum + size(file), 0);
  if (measuring.length > 1 || measuringBytes > measuringBudget) {
    throw new Error(`Measuring takes ${measuringBytes} bytes in ${measuring.length} files.`);
  }
  const keyOf = (screenFile: string) => {
    const file = screens[screenFile];
    return Object.keys(manifest).find((candidate) => manifest[candidate]?.file === file) ?? screenFile;
  };
  const ofScreen = (screenFile: string) => [...withImports(manifest, keyOf(screenFile), new Set(everywhere))];
  const fonts = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => /^assets\/(?:text|display)-[^/]+\.woff2$/.test(file));
  return {
    ofScreen,
    fonts,
    firstLoad(screenFile) {
      const scripts = ofScreen(screenFile);
      const lateParts =
        manifest[keyOf(screenFile)]?.dynamicImports?.filter((key) => latePart.test(key)) ?? [];
      const withLatePart = lateParts.map((key) => withImports(manifest, key, new Set(scripts)).size);
      const requests = 2 + fonts.length + Math.max(scripts.length, ...withLatePart);
      if (requests > firstLoadRequests) {
        throw new Error(`${screenFile} makes ${requests} requests; ${firstLoadRequests} are the most.`);
      }
      const bytes = scripts.reduce((sum, file) => sum + size(file), 0);
      if (bytes > firstLoadBudget) {
        throw new Error(
          `${screenFile} needs ${bytes} bytes of gzipped JavaScript; ${firstLoadBudget} is the most.`,
        );
      }
      return bytes;
    },
    signIn() {
      const form = withImports(manifest, namedChunk(manifest, 'account'), new Set(everywhere));
      const files = [...withImports(manifest, 'auth/cognito.ts')].filter((file) => !form.has(file));
      const bytes = files.reduce((sum, file) => sum + size(file), 0);
      if (bytes > signInBudget) {
        throw new Error(
          `Signing in needs ${bytes} bytes of gzipped JavaScript; ${signInBudget} is the most.`,
        );
      }
      return bytes;
    },
  };
}

/** A manifest entry's file and those it imports statically, all the way down. */
function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}.`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, found);
  return found;
}

/** The key of a chunk that vite.config.ts names. */
function namedChunk(manifest: Manifest, name: string): string {
  const key = Object.keys(manifest).find((candidate) => candidate.startsWith(`_${name}-`));
  if (key === undefined) throw new Error(`The build has no chunk ${name}.`);
  return key;
}
