import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { z } from 'zod';
import type { Adventure, Look, Words } from '#adventures/types.ts';
import { exportsOf, filesOf, homeOf, homesFolder } from '../../shared/homes/files.ts';
import { splitFrontMatter } from '../../shared/homes/front-matter.ts';
import { lookSchema, pressSchema, schemaFor, wordsSchema } from './home-schemas.ts';
import { faultsBetween } from './homes-together.ts';
import { pictureFaults } from './picture-faults.ts';

/**
 * What is wrong with the homes of adventures, one line each: the file, the field, and what is the matter with it.
 * @param folder where the homes lie
 */
export async function checkHomes(folder = homesFolder): Promise<string[]> {
  const ids = filesOf('*/', folder).map((path) => path.replace(/\/$/, ''));
  const [adventures, looks, words] = await Promise.all([
    exportsOf<Adventure>('adventure.ts', 'adventure', folder),
    exportsOf<Look>('adventure.ts', 'look', folder),
    exportsOf<Words>('words.ts', 'words', folder),
  ]);
  const notExported = (path: string, name: string) =>
    `adventures/${path}: ${existsSync(resolve(folder, path)) ? `exports no "${name}"` : 'is missing'}`;
  const faults = await Promise.all(
    ids.map(async (id) => {
      const adventure = adventures.get(id);
      const look = looks.get(id);
      const factsFile = `adventures/${id}/adventure.ts`;
      const wordsFile = `adventures/${id}/words.ts`;
      return [
        ...(adventure === undefined
          ? [notExported(`${id}/adventure.ts`, 'adventure')]
          : [
              ...faultsIn(factsFile, schemaFor(adventure), adventure),
              ...ownFaults(id, adventure, words.get(id), folder),
            ]),
        ...(look === undefined ? [] : faultsIn(factsFile, lookSchema, look, 'look')),
        ...(words.has(id)
          ? faultsIn(wordsFile, wordsSchema, words.get(id))
          : [notExported(`${id}/words.ts`, 'words')]),
        ...(await pictureFaults(id, look, folder)),
      ];
    }),
  );
  const found = [...faults.flat(), ...pressFaults(folder), ...faultsBetween(adventures, words)];
  // Long texts name pages and pictures of homes, which can be read only when nothing of them is missing.
  return found.length > 0 ? found : documentFaults(folder);
}

/** Long texts that the build would refuse (a placeholder or a picture that is not there), or that give the page a second title. */
async function documentFaults(folder: string): Promise<string[]> {
  const { renderMarkdown } = await import('../build/markdown.ts');
  return filesOf('*/{page,product,press/*}.md', folder).flatMap((path) => {
    try {
      const { html } = renderMarkdown(readFileSync(resolve(folder, path), 'utf8'));
      return /<h1[ >]/.test(html)
        ? [
            `adventures/${path}: has a heading with one "#": the page's title is there already, so begin with "##"`,
          ]
        : [];
    } catch (error) {
      // After its first line the Markdown library asks to be told.
      return [`adventures/${path}: ${(error as Error).message.replace(/\n[\s\S]*/, '')}`];
    }
  });
}

/** A schema's findings in the words of whoever writes an adventure. */
function faultsIn(file: string, schema: z.ZodType, value: unknown, name = ''): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map((issue) => {
    const field = [name, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    const given = issue.path.reduce<unknown>(
      (holder, key) => (holder as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    );
    return `${file}: ${field || 'it'}: ${given === undefined ? 'is missing' : issue.message}`;
  });
}

/** What belongs together in one home. */
function ownFaults(
  id: string,
  { id: ownId, page, products }: Adventure,
  words: Words | undefined,
  folder: string,
): string[] {
  const needed = [
    [page, words?.page, 'page', 'page.md'],
    [(products ?? []).length > 0 || undefined, words?.shop, 'shop', 'product.md'],
  ] as const;
  const productText = resolve(folder, id, 'product.md');
  const needs = '## What you need';
  const untold = existsSync(productText) && !readFileSync(productText, 'utf8').includes(needs);
  const sound = ['scene.ts', 'makers.ts', 'poster.ts'].map((file) => `${id}/sound/${file}`);
  const silent = sound.filter((path) => !existsSync(resolve(folder, path)));
  return [
    ...(ownId === id ? [] : [`adventures/${id}/adventure.ts: id: is "${ownId}", but its folder is "${id}"`]),
    ...needed.flatMap(([fact, texts, name, file]) =>
      fact === undefined
        ? []
        : [
            ...(words === undefined || texts ? [] : [`adventures/${id}/words.ts: ${name}: is missing`]),
            ...(existsSync(resolve(folder, id, file)) ? [] : [`adventures/${id}/${file}: is missing`]),
          ],
    ),
    ...(untold ? [`adventures/${id}/product.md: has no heading "${needs}"`] : []),
    ...(silent.length === sound.length ? [] : silent.map((path) => `adventures/${path}: is missing`)),
  ];
}

function pressFaults(folder: string): string[] {
  const files = filesOf('*/press/*.md', folder);
  return files.flatMap((path) => {
    const file = `adventures/${path}`;
    const twin = files.find((other) => other !== path && basename(other) === basename(path));
    const { frontMatter } = splitFrontMatter(readFileSync(resolve(folder, path), 'utf8'));
    return [
      ...faultsIn(file, pressSchema, frontMatter),
      ...(twin ? [`${file}: has the same address as the release of ${homeOf(twin)}`] : []),
    ];
  });
}
