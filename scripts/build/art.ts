import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type DrawnPicture, drawn, filesOf, tonesOf, versionOf } from './art-files.ts';
import { artPictures } from './art-pictures.ts';

const root = resolve(import.meta.dirname, '../..');
const manifestFile = join(root, 'client/ui/art.ts');
const tonesFile = join(root, 'client/ui/art-tones.css');
const store = join(root, '.cache/art');

/**
 * Vite's plugin for the pictures: brings `client/ui/art.ts` up to date with the drawings, renders what has changed (half a
 * minute for everything, nothing the next time), puts the files into the client's build, and serves them in development.
 */
export function artPlugin(): Plugin {
  let pictures: DrawnPicture[] = [];
  let files: Promise<string[]>;
  return {
    name: 'art',
    async buildStart() {
      pictures = artPictures.map(drawn);
      await writeIfChanged(manifestFile, manifestOf(pictures));
      // The pages that are rendered ahead need the names alone.
      if (this.environment.name !== 'client') return;
      files = renderArt(pictures);
      await files;
    },
    async writeBundle({ dir }) {
      if (this.environment.name !== 'client' || dir === undefined) return;
      await mkdir(join(dir, 'art'), { recursive: true });
      await Promise.all((await files).map((path) => copyFile(join(store, path), join(dir, path))));
    },
    configureServer(server) {
      server.middlewares.use('/art/', (request, response, next) => {
        const path = `art${new URL(request.url ?? '', 'http://localhost').pathname}`;
        files
          .then(async (known) => {
            if (!known.includes(path)) return next();
            const type = path.split('.').at(-1) ?? '';
            response.setHeader('content-type', `image/${type === 'jpg' ? 'jpeg' : type}`);
            response.end(await readFile(join(store, path)));
          })
          .catch(next);
      });
    },
  };
}

/** Renders every picture that is not in the store yet. @returns the paths of all files, below `dist/client` */
async function renderArt(pictures: readonly DrawnPicture[]): Promise<string[]> {
  const version = versionOf(pictures);
  const list = join(store, `${version}.json`);
  if (!existsSync(list)) {
    await mkdir(join(store, 'art'), { recursive: true });
    const paths: string[] = [];
    const waiting = [...pictures];
    // Two at a time: encoders use what is left of the cores.
    await Promise.all(
      [1, 2].map(async () => {
        for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
          paths.push(...(await storePicture(picture, version)));
        }
      }),
    );
    await writeIfChanged(tonesFile, await tonesCss(pictures));
    await writeIfChanged(list, JSON.stringify(paths.toSorted()));
  }
  return JSON.parse(await readFile(list, 'utf8')) as string[];
}

async function storePicture(picture: DrawnPicture, version: string): Promise<string[]> {
  const paths: string[] = [];
  for (const { path, bytes } of await filesOf(picture, version)) {
    await writeFile(join(store, path), bytes);
    paths.push(path);
    // Payment pages and newspapers ask for a cover at one address that never changes.
    if (picture.crop === 'cover' && /-960\..*\.jpg$/.test(path)) {
      const lasting = `art/${picture.name}.jpg`;
      await writeFile(join(store, lasting), bytes);
      paths.push(lasting);
    }
  }
  return paths;
}

/** What `client/ui/art.ts` has to say about these pictures: types cost the browser nothing, so the names are one. */
export function manifestOf(pictures: readonly DrawnPicture[]): string {
  return [
    '// Written by the build from the drawings in art/ (docs/art.md).',
    '/** The pictures there are. */',
    'export type ArtName =',
    `${pictures.map(({ name }) => `  | '${name}'`).join('\n')};`,
    '',
    "/** Part of every picture's address; another as soon as one of them is drawn differently. */",
    `export const artVersion = '${versionOf(pictures)}';`,
    '',
  ].join('\n');
}

/** The colours that hold each picture's place until it is there. */
async function tonesCss(pictures: readonly DrawnPicture[]): Promise<string> {
  const rules: string[] = [];
  for (const picture of pictures) {
    const tones = (await tonesOf(picture)).join(', ');
    rules.push(`  [data-art="${picture.name}"] {\n    background: linear-gradient(${tones});\n  }`);
  }
  return [
    "/* Written by the build from the drawings in art/ (docs/art.md): each picture's colours, for until it is there. */",
    '@layer components {',
    ...rules,
    '}',
    '',
  ].join('\n');
}

/** Builds may run side by side: none sees a file half written, and a file that is right is left alone. */
async function writeIfChanged(file: string, text: string): Promise<void> {
  if (existsSync(file) && (await readFile(file, 'utf8')) === text) return;
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
