import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type ArtFile, type DrawnPicture, drawn, filesOf, tonesOf, versionOf } from './art-files.ts';
import { artPictures } from './art-pictures.ts';
import { looksCss } from './looks.ts';
import { sayProgress } from './progress.ts';

/** The module that brings the homes' colours into the stylesheet. */
const stylesheet = 'virtual:adventures.css';

/** All pictures as the site serves them. */
interface Rendered {
  files: ArtFile[];
  /** The colours that hold each picture's place until it is there, as CSS. */
  tones: string;
}

/**
 * Vite's plugin for the pictures: tells the pages the pictures' version, renders what has changed (a minute for
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
      await Promise.all(files.map(({ path, bytes }) => writeFile(join(dir, path), bytes)));
    },
    configureServer(server) {
      server.middlewares.use('/art/', (request, response, next) => {
        const path = `/art${new URL(request.url ?? '', 'http://localhost').pathname}`;
        render()
          .then(({ files }) => {
            const file = files.find((candidate) => candidate.path === path);
            if (!file) return next();
            const type = path.split('.').at(-1) ?? '';
            response.setHeader('content-type', `image/${type === 'jpg' ? 'jpeg' : type}`);
            response.end(file.bytes);
          })
          .catch(next);
      });
    },
  };
}

/** Renders every picture, or takes it from the cache. */
async function renderArt(pictures: readonly DrawnPicture[]): Promise<Rendered> {
  const version = versionOf(pictures);
  const files: ArtFile[] = [];
  const waiting = [...pictures];
  const say = sayProgress('Pictures drawn:');
  let rendered = 0;
  say(rendered, pictures.length);
  // Two at a time: encoders use what is left of the cores.
  await Promise.all(
    [1, 2].map(async () => {
      for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
        files.push(...(await servedFiles(picture, version)));
        rendered += 1;
        say(rendered, pictures.length);
      }
    }),
  );
  return { files, tones: await tonesCss(pictures) };
}

async function servedFiles(picture: DrawnPicture, version: string): Promise<ArtFile[]> {
  const files = await filesOf(picture, version);
  // Payment pages and newspapers ask for a cover at one address that never changes.
  const lasting = picture.crop === 'cover' && files.find(({ path }) => /-960\..*\.jpg$/.test(path));
  return lasting ? [...files, { ...lasting, path: `/art/${picture.name}.jpg` }] : files;
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
