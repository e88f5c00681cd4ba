import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { opening } from '#homes/opening';
import { bannerSvg, coverNames, coverSvg } from './home-pictures.ts';
import { accentOf } from './looks.ts';
import { cachedPicture } from './picture-cache.ts';

const root = resolve(import.meta.dirname, '../..');

const drawn = new Map<string, string>();

/**
 * A drawing as SVG: a cover by its name, or `banner`, the wide picture that stands for the whole house. The one place
 * that says where drawings come from.
 * @throws {Error} when there is none of this name
 */
function drawing(name: string): string {
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const cover = coverNames.find((candidate) => candidate === name);
  if (cover === undefined && name !== 'banner') throw new Error(`There is no drawing "${name}".`);
  const svg = cover === undefined ? bannerSvg(opening.world, 'wide') : coverSvg(cover);
  drawn.set(name, svg);
  return svg;
}

/**
 * A drawing as a PNG at its own size, from which smaller ones are taken: drawing it takes seconds, once on a machine.
 * @param scale more than 1 for a larger one
 */
export function masterPicture(name: string, scale = 1): Promise<Uint8Array> {
  const svg = drawing(name);
  return cachedPicture([svg, `x ${scale} png`], () =>
    sharp(Buffer.from(svg), { density: 72 * scale, limitInputPixels: false, unlimited: true })
      .flatten()
      .png({ compressionLevel: 2 })
      .toBuffer(),
  );
}

/** Part of a drawing as pixels: scaled to cover the size, cut where `position` says. */
export async function drawnPicture(
  name: string,
  { width, height, position = 'centre' }: { width: number; height: number; position?: string },
): Promise<Uint8Array> {
  const svg = drawing(name);
  return cachedPicture([svg, `${width}x${height} ${position} png`], async () => {
    const own = await sharp(Buffer.from(svg), { unlimited: true }).metadata();
    const scale = Math.max(1, width / own.width, height / own.height);
    return sharp(await masterPicture(name, scale))
      .resize({ width, height, fit: 'cover', position })
      .png({ compressionLevel: 4 })
      .toBuffer();
  });
}

/** Colours of the site, as `client/styles/tokens.css` has them. */
export interface Palette {
  inkDeep: string;
  paper: string;
  paperDim: string;
  ember: string;
  /** The accent of a world; the ember where it has none. */
  accent(world: string): string;
}

/** @throws {Error} when a colour is not among the tokens any more */
export async function readPalette(): Promise<Palette> {
  const css = await readFile(resolve(root, 'client/styles/tokens.css'), 'utf8');
  const token = (name: string) => {
    const value = new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(css)?.[1];
    if (!value) throw new Error(`client/styles/tokens.css has no colour --${name}`);
    return value;
  };
  const ember = token('ember');
  return {
    inkDeep: token('ink-deep'),
    paper: token('paper'),
    paperDim: token('paper-dim'),
    ember,
    accent: (world) => accentOf(world) ?? ember,
  };
}
