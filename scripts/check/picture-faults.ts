import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import type { Look } from '#adventures/types.ts';
import { filesOf } from '../../shared/homes/files.ts';

/** The least that a painted picture must have, in pixels: less is seen to be blurred on a good screen. */
const least = { cover: { width: 960, height: 1280 }, banner: { width: 1600, height: 680 } } as const;

/** The ground on which an accent is hardest to read: `--ink-raised` of `client/styles/tokens.css`. */
const ground = '#13272b';

/** What is wrong with the picture and the accent of a home. */
export async function pictureFaults(id: string, look: Look | undefined, folder: string): Promise<string[]> {
  const painted = await Promise.all(
    (['cover', 'banner'] as const).map(async (name) => {
      const files = filesOf(`${id}/${name}.{jpg,jpeg,png,svg}`, folder);
      return files.length > 1
        ? [`adventures/${files.join(', adventures/')}: only one of them can be the ${name}`]
        : Promise.all(files.map((path) => sizeFault(path, name, folder)));
    }),
  );
  const hasCover = filesOf(`${id}/cover.{jpg,jpeg,png,svg}`, folder).length > 0;
  return [
    ...(hasCover || existsSync(resolve(folder, id, 'cover.ts'))
      ? []
      : [`adventures/${id}/cover.jpg: is missing, and so are cover.png, cover.svg and cover.ts`]),
    ...painted.flat().filter((fault) => fault !== undefined),
    ...(look && /^#[0-9a-f]{6}$/.test(look.accent) && contrast(look.accent, ground) < 4.5
      ? [`adventures/${id}/adventure.ts: look.accent: has too little contrast with ${ground}`]
      : []),
  ];
}

async function sizeFault(
  path: string,
  name: keyof typeof least,
  folder: string,
): Promise<string | undefined> {
  const { autoOrient, format } = await sharp(await readFile(resolve(folder, path))).metadata();
  const { width, height } = least[name];
  return format === 'svg' || (autoOrient.width >= width && autoOrient.height >= height)
    ? undefined
    : `adventures/${path}: is ${autoOrient.width} × ${autoOrient.height} pixels; ${width} × ${height} is the least`;
}

/** The contrast of two colours (WCAG 2.2), 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
