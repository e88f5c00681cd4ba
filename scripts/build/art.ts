import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type DrawnPicture, drawn, filesOf, tonesOf, versionOf } from './art-files.ts';
import { artPictures } from './art-pictures.ts';
import { looksCss } from './looks.ts';
import { sayProgress } from './progress.ts';

const root = resolve(import.meta.dirname, '../..');
const store = join(root, '.cache/art');

/** The module that brings the homes' colours into the stylesheet. */
const stylesheet = 'virtual:adventures.css';

/** What the store holds of one version of all pictures. */
interface Rendered {
  /** Paths of all files, below `dist/client`. */
  files: string[];
  /** The colours that hold each picture's place until it is there, as CSS. */
  tones: string;
}

/**
 * Vite's plugin for the pictures: tells the pages the pictures' version, renders what has changed (half a minute for
 * everything, nothing the next time), puts the files into the client's build, serves them in development, and makes the
 * stylesheet of all that has to do with single adventures.
 */
export function artPlugin(): Plugin {
  const pictures = artPictures.map(drawn);
  let rendered: Promise<Rendered> | undefined;
  const render = () => {
    rendered ??= renderArt(pictures);
    return rendered;
  };
  return {
    name: 'art',
    config: () => ({ define: { 'import.meta.env.ART_VERSION': JSON.stringify(versionOf(pictures)) } }),
    async buildStart() {
      // The pages that are rendered ahead need the version alone.
      if (this.environment.name === 'client') await render();
    },
    resolveId: (id) => (id === stylesheet ? id : undefined),
    async load(id) {
      if (id !== stylesheet) return undefined;
      return this.environment.name === 'client' ? `${looksCss()}${(await render()).tones}` : '';
    },
    async writeBundle({ dir }) {
      if (this.environment.name !== 'client' || dir === undefined) return;
      await mkdir(join(dir, 'art'), { recursive: true });
      const { files } = await render();
      await Promise.all(files.map((path) => copyFile(join(store, path), join(dir, path))));
    },
    configureServer(server) {
      server.middlewares.use('/art/', (request, response, next) => {
        const path = `art${new URL(request.url ?? '', 'http://localhost').pathname}`;
        render()
          .then(async ({ files }) => {
            if (!files.includes(path)) return next();
            const type = path.split('.').at(-1) ?? '';
            response.setHeader('content-type', `image/${type === 'jpg' ? 'jpeg' : type}`);
            response.end(await readFile(join(store, path)));
          })
          .catch(next);
      });
    },
  };
}

/** Renders every picture that is not in the store yet. */
async function renderArt(pictures: readonly DrawnPicture[]): Promise<Rendered> {
  const version = versionOf(pictures);
  const list = join(store, `${version}.rendered.json`);
  if (!existsSync(list)) {
    await mkdir(join(store, 'art'), { recursive: true });
    const files: string[] = [];
    const waiting = [...pictures];
    const say = sayProgress('Pictures drawn:');
    let stored = 0;
    say(stored, pictures.length);
    // Two at a time: encoders use what is left of the cores.
    await Promise.all(
      [1, 2].map(async () => {
        for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
          files.push(...(await storePicture(picture, version)));
          stored += 1;
          say(stored, pictures.length);
        }
      }),
    );
    const done: Rendered = { files: files.toSorted(), tones: await tonesCss(pictures) };
    await writeWhole(list, JSON.stringify(done));
  }
  return JSON.parse(await readFile(list, 'utf8')) as Rendered;
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

/** The colours that hold each picture's place until it is there. */
async function tonesCss(pictures: readonly DrawnPicture[]): Promise<string> {
  const rules: string[] = [];
  for (const picture of pictures) {
    const tones = (await tonesOf(picture)).join(', ');
    rules.push(`[data-art="${picture.name}"] { background: linear-gradient(${tones}); }`);
  }
  return ['@layer components {', ...rules, '}', ''].join('\n');
}

/** Builds may run side by side: none sees a file half written. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
