import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import sharp from 'sharp';
import type { ViewName, Views } from '#adventures/view-types.ts';
import { adventures, games } from '#shared/adventures.ts';
import { bannerFromCover, type Painted, paintedSvg } from '../../art/painted.ts';
import { type Crop, type Frame, frames } from '../../art/sheet.ts';
import { exportsOf, filesOf, homeOf, homesFolder } from '../../shared/homes/files.ts';

export { type Crop, frames } from '../../art/sheet.ts';

/**
 * How the picture of a home is drawn: `draw` of its `cover.ts`.
 * @param coverOf the finished cover of another home, for pictures in the picture
 */
type Draw = (frame: Frame, coverOf: (id: string) => string) => string;

const drawings = await exportsOf<Draw>('cover.ts', 'draw');
const views = await exportsOf<Views>('views.ts', 'views');
const covers = await paintedFiles('cover');
const banners = await paintedFiles('banner');

/** The homes that have a page of their own, and with it banners. */
export const worldNames: readonly string[] = games.map(({ id }) => id);

/** Every home: each has a cover. The worlds first. */
export const coverNames: readonly string[] = [
  ...worldNames,
  ...adventures.map(({ id }) => id).filter((id) => !worldNames.includes(id)),
];

/** The worlds that can be looked into further, beside their covers and banners. */
export const viewedWorlds: readonly string[] = worldNames.filter((id) => views.has(id));

/** Whether a person made the home's cover, in a file, rather than the code. */
export function isPainted(id: string): boolean {
  return covers.has(id);
}

/**
 * A cover, 3:4, as a complete SVG document of 1200 × 1600 units. The same name gives the same text. A file wins over code.
 * @throws {Error} when the home has neither
 */
export function coverSvg(id: string): string {
  const painted = covers.get(id);
  return painted ? paintedSvg(id, frames.cover, painted) : drawnBy(id)(frames.cover, coverSvg);
}

/**
 * A world's banner as a complete SVG document: `wide` 2400 × 1030 (21:9), `tall` 1200 × 1500 (4:5).
 * @throws {Error} when its home has no picture at all
 */
export function bannerSvg(id: string, crop: Exclude<Crop, 'cover'>): string {
  const frame = frames[crop];
  const cover = covers.get(id);
  const banner = banners.get(id);
  // A phone's banner has nearly the cover's shape, so a painted cover is the better source for it.
  if (banner && (crop === 'wide' || !cover)) return paintedSvg(id, frame, banner);
  return cover ? bannerFromCover(id, frame, cover) : drawnBy(id)(frame, coverSvg);
}

/**
 * A further view into a world as a complete SVG document of 1200 × 800 units (3:2).
 * @throws {Error} when its home has none
 */
export function viewSvg(id: string, name: ViewName): string {
  const view = views.get(id)?.[name];
  if (!view) throw new Error(`adventures/${id} has no views.ts that draws "${name}"`);
  return view();
}

function drawnBy(id: string): Draw {
  const draw = drawings.get(id);
  if (!draw)
    throw new Error(`adventures/${id} has no picture: neither cover.jpg, .png or .svg, nor cover.ts`);
  return draw;
}

async function paintedFiles(name: 'cover' | 'banner'): Promise<Map<string, Painted>> {
  const files = filesOf(`*/${name}.{jpg,jpeg,png,svg}`);
  const read = files.map(async (path): Promise<[string, Painted]> => {
    const bytes = await readFile(resolve(homesFolder, path));
    // A photograph may lie on its side and say so.
    const { autoOrient } = await sharp(bytes).metadata();
    const type = { '.png': 'png', '.svg': 'svg+xml' }[extname(path)] ?? 'jpeg';
    return [
      homeOf(path),
      {
        href: `data:image/${type};base64,${bytes.toString('base64')}`,
        width: autoOrient.width,
        height: autoOrient.height,
      },
    ];
  });
  return new Map(await Promise.all(read));
}
