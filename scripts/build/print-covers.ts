import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { coverSvg, type World } from '../../art/index.ts';
import { cachedPicture } from './picture-cache.ts';

/** The covers at print size, made by `npm run press-covers`. */
export const printCovers = resolve(import.meta.dirname, '../../art/press/covers');

/** The size of a cover for print: 25 × 34 cm at 300 dots per inch. */
const printWidth = 3000;

/** A print cover's file; its name holds eight digits made from the drawing, so an old one is never taken for it. */
export function printCoverFile(world: World): string {
  const drawing = createHash('sha256').update(coverSvg(world)).digest('hex').slice(0, 8);
  return join(printCovers, `${world}.${drawing}.avif`);
}

/** Draws a cover at print size, as AVIF. That takes a quarter of a minute, and the file is small enough to be kept. */
export function drawPrintCover(world: World): Promise<Uint8Array> {
  const svg = coverSvg(world);
  return cachedPicture([svg, `${printWidth} avif 68`], async () => {
    const own = await sharp(Buffer.from(svg)).metadata();
    return sharp(Buffer.from(svg), { density: (72 * printWidth) / own.width, limitInputPixels: false })
      .flatten()
      .avif({ quality: 68, effort: 4 })
      .toBuffer();
  });
}

/** A cover as printers take it: JPEG in sRGB that knows its size on paper. Drawn anew where none is kept that fits. */
export async function printCover(world: World): Promise<Uint8Array> {
  const file = printCoverFile(world);
  const picture = existsSync(file) ? await readFile(file) : await drawPrintCover(world);
  return cachedPicture([picture, 'jpeg 82 srgb 300 dpi'], () =>
    sharp(picture)
      .jpeg({ quality: 82, mozjpeg: true })
      .withMetadata({ density: 300, icc: 'srgb' })
      .toBuffer(),
  );
}
