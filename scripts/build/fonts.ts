import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { typefaces } from '#shared/typefaces.ts';

const { resolve: fileOf } = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '../..');
const stylesheet = join(root, 'client/styles/fonts.css');
const store = join(root, '.cache/fonts');

/** One font file of the site, as its rule in client/styles/fonts.css describes it. */
interface FontRule {
  /** Of the file, without its ending. */
  name: string;
  /** From and to: one number for a font that does not vary. */
  weights: [lightest: number, boldest: number];
  /** Every character it is for. */
  characters: string;
}

/**
 * Reads the rules of fonts that the build makes.
 * @throws {Error} when a rule does not say its weight and its characters
 */
export function fontRules(css: string): FontRule[] {
  return [...css.matchAll(/@font-face\s*\{[^}]*\}/g)].flatMap(([rule]) => {
    const name = /url\("site-fonts\/([\w-]+)\.woff2"\)/.exec(rule)?.[1];
    if (name === undefined) return [];
    const [lightest, boldest = lightest] = /font-weight:([^;]+);/.exec(rule)?.[1]?.trim().split(' ') ?? [];
    const ranges = /unicode-range:([^;]+);/.exec(rule)?.[1];
    if (lightest === undefined || ranges === undefined) {
      throw new Error(`The font ${name} must say its font-weight and its unicode-range.`);
    }
    return [{ name, weights: [Number(lightest), Number(boldest)], characters: charactersOf(ranges) }];
  });
}

/** The characters of a `unicode-range`, such as `U+20-7E, U+A0`. */
function charactersOf(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
    })
    .join('');
}

/** Every character of the preloaded fonts. */
export async function firstCharacters(): Promise<Set<string>> {
  const rules = fontRules(await readFile(stylesheet, 'utf8'));
  return new Set(
    rules.filter(({ name }) => !name.startsWith('more-')).flatMap((rule) => [...rule.characters]),
  );
}

/**
 * Vite plugin for font subsetting: makes each file that client/styles/fonts.css names as `site-fonts/…` from the whole
 * typeface, with the weights and characters of its rule only. A page's first fonts weigh a third of the whole ones.
 */
export function siteFonts(): Plugin {
  return {
    name: 'site-fonts',
    async config() {
      const css = await readFile(stylesheet, 'utf8');
      const folder = join(store, createHash('sha256').update(css).digest('hex').slice(0, 8));
      await mkdir(folder, { recursive: true });
      await Promise.all(fontRules(css).map((rule) => makeFont(rule, join(folder, `${rule.name}.woff2`))));
      return { resolve: { alias: [{ find: 'site-fonts', replacement: folder }] } };
    },
  };
}

async function makeFont({ name, weights, characters }: FontRule, file: string): Promise<void> {
  if (existsSync(file)) return;
  // The last word of a name is that of its typeface.
  const [, typeface] = Object.entries(typefaces).find(([word]) => word === name.replace(/^.*-/, '')) ?? [];
  if (!typeface) throw new Error(`client/styles/fonts.css names ${name}, which is made of no typeface.`);
  const [min, max] = weights;
  const font = await subsetFont(await readFile(fileOf(typeface)), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: min === max ? min : { min, max } },
    // What the pages use: letters that fit each other, marks in their places, figures of one width.
    keepFeatures: ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'],
    noHinting: true,
  });
  // Builds may run side by side: none sees a file half written.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, font);
  await rename(unfinished, file);
}
