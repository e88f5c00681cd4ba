import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { viewNames } from '#adventures/view-types.ts';
import { filesOf as homeFiles } from '#shared/homes/files.ts';
import {
  type ArtFile,
  drawn,
  filesOf as renderedFiles,
  tonesOf,
  versionOf,
} from '../scripts/build/art-files.ts';
import { artPictures, heightOf } from '../scripts/build/art-pictures.ts';
import {
  bannerSvg,
  coverNames,
  coverSvg,
  isPainted,
  viewedWorlds,
  worldNames,
} from '../scripts/build/home-pictures.ts';
import { printCoverFile } from '../scripts/build/print-covers.ts';

/** Rendering everything takes up to a minute on a busy machine that has never built the site. */
const rendering = 240_000;

const pictures = artPictures.map(drawn);
/** Those whose pictures are drawn by code: a cover that is a file has no views and is its own cover for print. */
const drawnWorlds = worldNames.filter((world) => !isPainted(world));
const version = versionOf(pictures);
const filesOf = (picture: (typeof pictures)[number]) => renderedFiles(picture, version);
const named = (name: string) => {
  const picture = pictures.find((each) => each.name === name);
  if (!picture) throw new Error(`There is no picture ${name}.`);
  return picture;
};
const sizeOf = async (name: string, width: number, format = 'avif') => {
  const file = (await filesOf(named(name))).find(
    ({ path }) => path.startsWith(`/art/${name}-${width}.`) && path.endsWith(format),
  );
  if (!file) throw new Error(`There is no ${format} of ${name} at ${width}.`);
  return file.bytes.length;
};

describe('the covers for print', () => {
  it('are kept as the drawings are now (npm run press-covers draws them again)', () => {
    const current = drawnWorlds.map((world) => relative('adventures', printCoverFile(world)));
    expect(homeFiles('*/print.*')).toEqual(current.toSorted());
  });
});

describe('the further views of a world', () => {
  it('stand in its story, each once, with words of their own for those who do not see them', () => {
    expect(viewedWorlds).toEqual(drawnWorlds);
    const told = viewedWorlds.flatMap((world) => {
      const story = readFileSync(`adventures/${world}/page.md`, 'utf8');
      const shown = [...story.matchAll(/^!\[(.+)\]\(art:(.+)\)$/gm)];
      expect(shown.map(([, , name]) => name).toSorted()).toEqual(viewNames.map((view) => `${world}-${view}`));
      return shown.map(([, words = '']) => words);
    });
    expect(new Set(told).size).toBe(told.length);
    expect(told.filter((words) => words.length < 80)).toEqual([]);
  });
});

describe('the drawings', () => {
  it('come out the same every time, in another process too', () => {
    const digest = (texts: string[]) => createHash('sha256').update(texts.join()).digest('hex');
    const here = digest([...coverNames.map(coverSvg), ...worldNames.map((name) => bannerSvg(name, 'wide'))]);
    const there = execFileSync(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { createHash } from 'node:crypto';
       import { bannerSvg, coverNames, coverSvg, worldNames } from '${new URL('../scripts/build/home-pictures.ts', import.meta.url)}';
       const texts = [...coverNames.map(coverSvg), ...worldNames.map((name) => bannerSvg(name, 'wide'))];
       process.stdout.write(createHash('sha256').update(texts.join()).digest('hex'));`,
    ]).toString();
    expect(there).toBe(here);
  });

  it.each(pictures)(
    '$name holds no text, no script, nothing from elsewhere, and no id twice',
    ({ drawing }) => {
      expect(drawing).not.toMatch(/<(text|script|foreignObject|style)\b/);
      const references = [...drawing.matchAll(/\shref="([^"]{0,22})/g)].map((match) => match[1] ?? '');
      expect(references.filter((to) => !/^(#|data:image\/(png|jpeg);base64)/.test(to))).toEqual([]);
      const ids = [...drawing.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
      const used = [...drawing.matchAll(/url\(#([^)]+)\)/g)].map((match) => match[1]);
      expect(used.filter((id) => !ids.includes(id))).toEqual([]);
      expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
    },
  );

  it('can be told apart at a glance in grey, 96 pixels wide', { timeout: rendering }, async () => {
    const grey = new Map<string, number[]>();
    for (const name of worldNames) {
      const file = (await filesOf(named(name))).find(({ path }) => /-160\..*\.jpg$/.test(path)) as ArtFile;
      const pixels = await sharp(file.bytes).resize(96, 128).greyscale().blur(2).raw().toBuffer();
      const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
      const centred = [...pixels].map((value) => value - mean);
      const length = Math.hypot(...centred);
      grey.set(
        name,
        centred.map((value) => value / length),
      );
    }
    // Correlation of the two distributions of light: 1 is the same composition, 0 has nothing in common with it.
    const likeness = worldNames.flatMap((a, i) =>
      worldNames.slice(i + 1).map((b) => {
        const [first, second] = [grey.get(a) ?? [], grey.get(b) ?? []];
        return { pair: `${a} and ${b}`, value: first.reduce((sum, v, k) => sum + v * (second[k] ?? 0), 0) };
      }),
    );
    expect(likeness.length).toBeGreaterThanOrEqual(10);
    expect(likeness.filter(({ value }) => value > 0.72)).toEqual([]);
  });
});

describe('the rendered pictures', () => {
  it.each(pictures)(
    '$name is there in every format and width, and decodes',
    {
      timeout: rendering,
    },
    async (picture) => {
      const files = await filesOf(picture);
      expect(files).toHaveLength(picture.widths.length * 3);
      for (const { path, bytes } of files) {
        const width = Number(/-(\d+)\.[0-9a-f]{8}\.\w+$/.exec(path)?.[1]);
        const found = await sharp(bytes).metadata();
        expect([path, found.width, found.height]).toEqual([path, width, heightOf(picture.crop, width)]);
        // All widths of a format come out of one encoder; the smallest is decoded whole.
        if (width === Math.min(...picture.widths)) await sharp(bytes).raw().toBuffer();
      }
    },
  );

  it.each(pictures)(
    '$name keeps its place in its own colours until it is there',
    { timeout: rendering },
    async (picture) => {
      // A page holds its own pictures' colours; what is loaded later holds all.
      const [file = ''] = globSync('dist/client/assets/deferred-*.css');
      const style = readFileSync(file, 'utf8');
      const [, kept = ''] =
        new RegExp(`\\[data-art="?${picture.name}"?\\]\\{background:linear-gradient\\(([^)]*)\\)`).exec(
          style,
        ) ?? [];
      const channels = (colors: string) =>
        [...colors.matchAll(/#(..)(..)(..)/g)].flatMap(([, ...parts]) =>
          parts.map((part) => Number.parseInt(part, 16)),
        );
      const measured = channels((await tonesOf(picture)).join());
      const off = channels(kept).map((value, i) => Math.abs(value - (measured[i] ?? 999)));
      expect(off).toHaveLength(12);
      expect(Math.max(...off)).toBeLessThan(12);
    },
  );

  it('are small: a phone gets Home’s six in 120 kB, a desktop in 160 kB', {
    timeout: rendering,
  }, async () => {
    const covers = await Promise.all(worldNames.map((name) => sizeOf(name, 320)));
    const shelf = covers.reduce((sum, bytes) => sum + bytes, 0);
    expect(shelf + (await sizeOf('fod-tall', 720))).toBeLessThan(120_000);
    expect(shelf + (await sizeOf('fod-wide', 1600))).toBeLessThan(160_000);
  });

  it('stay small in older formats too: no WebP over 160 kB, no JPEG over 360 kB', {
    timeout: rendering,
  }, async () => {
    const files = (await Promise.all(pictures.map(filesOf))).flat();
    const over = files.filter(
      ({ path, bytes }) => bytes.length > (path.endsWith('.jpg') ? 360_000 : 160_000),
    );
    expect(over.map(({ path, bytes }) => `${path}: ${bytes.length}`)).toEqual([]);
  });
});
