import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { homesFolder } from '../../shared/homes/files.ts';
import { coverSvg, isPainted } from './home-pictures.ts';
import { cachedPicture } from './picture-cache.ts';

/** The size of every cover for print: 25 × 34 cm at 300 dots per inch. */
const printWidth = 3000;

/**
 * A print cover's file, made by `npm run press-covers`; its name holds eight digits made from the drawing, so an old one is
 * never taken for it.
 */
export function printCoverFile(world: string): string {
  const drawing = createHash('sha256').update(coverSvg(world)).digest('hex').slice(0, 8);
  return resolve(homesFolder, world, `print.${drawing}.avif`);
}

/** A cover at print size. */
function enlarged(svg: string, own: { width: number }) {
  return sharp(Buffer.from(svg), {
    density: (72 * printWidth) / own.width,
    limitInputPixels: false,
    unlimited: true,
  }).flatten();
}

/** Draws a cover at print size, as AVIF. That takes a quarter of a minute, and the file is small enough to be kept. */
export function drawPrintCover(world: string): Promise<Uint8Array> {
  const svg = coverSvg(world);
  return cachedPicture([svg, `${printWidth} avif 68`], async () => {
    const own = await sharp(Buffer.from(svg), { unlimited: true }).metadata();
    return enlarged(svg, own).avif({ quality: 68, effort: 4 }).toBuffer();
  });
}

/**
 * A cover as printers take it: JPEG in sRGB that knows its size on paper. What was drawn is drawn anew where none is kept
 * that fits; what was painted is quickly enlarged.
 */
export async function printCover(world: string): Promise<Uint8Array> {
  const picture = isPainted(world) ? Buffer.from(coverSvg(world)) : await keptCover(world);
  return cachedPicture([picture, 'jpeg 82 srgb 300 dpi'], async () => {
    const own = await sharp(picture, { unlimited: true }).metadata();
    const print = isPainted(world) ? enlarged(coverSvg(world), own) : sharp(picture);
    return print.jpeg({ quality: 82, mozjpeg: true }).withMetadata({ density: 300, icc: 'srgb' }).toBuffer();
  });
}

async function keptCover(world: string): Promise<Uint8Array> {
  const file = printCoverFile(world);
  return existsSync(file) ? readFile(file) : drawPrintCover(world);
}
