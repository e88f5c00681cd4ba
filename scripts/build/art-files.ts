import sharp, { type Sharp } from 'sharp';
import { pictureFile } from '#client/ui/picture-files.ts';
import { type ArtPicture, type Format, formats, heightOf, type PictureShape } from './art-pictures.ts';
import { masterPicture } from './card-art.ts';
import { coverNames } from './home-pictures.ts';
import { cachedPicture, makers } from './picture-cache.ts';

/**
 * The widths that phones with two device pixels a pixel put into their first screen. There a picture may be coarser
 * before anyone sees it, and what it weighs is what the page waits for: these are worth twice the effort. Twice again
 * would save a twentieth of the bytes, for half a minute more of every first build.
 */
const phoneWidths: Readonly<Record<PictureShape, readonly number[]>> = {
  cover: [640, 720],
  tall: [720],
  wide: [],
  view: [],
};

/** Past this many bytes such a picture takes a round trip more (docs/performance.md). */
const phoneBytes = 25_000;

const halfColour = { chromaSubsampling: '4:2:0' };

/**
 * How each format is written: in the first of these ways, or where `phoneBytes` bounds it and it is larger, in the next. Dark
 * gradients are what suffers first, so no quality is lower than they can bear; the finest detail can bear the lowest one.
 */
const encoders: Readonly<Record<Format | 'phone', readonly ((picture: Sharp) => Sharp)[]>> = {
  phone: [48, 40].map((quality) => (picture) => picture.avif({ quality, effort: 3, ...halfColour })),
  avif: [(picture) => picture.avif({ quality: 57, effort: 2, ...halfColour })],
  webp: [(picture) => picture.webp({ quality: 76, effort: 4 })],
  jpg: [(picture) => picture.jpeg({ quality: 76, progressive: true })],
};

/** A picture as it was drawn. */
export interface DrawnPicture extends ArtPicture {
  drawing: string;
}

/** Draws a picture; nothing is rendered yet. */
export function drawn(picture: ArtPicture): DrawnPicture {
  return { ...picture, drawing: picture.svg() };
}

/** The eight digits that all files' names carry: others as soon as a drawing, a width or the code that makes pictures is. */
export function versionOf(pictures: readonly DrawnPicture[]): string {
  const hash = makers.copy();
  for (const { name, widths, drawing } of pictures) hash.update([name, ...widths, drawing].join());
  return hash.digest('hex').slice(0, 8);
}

/** The drawing as pixels at the largest width that is wanted, without loss. Takes seconds, once on a machine. */
function master({ name, drawing, widths, crop }: DrawnPicture): Promise<Uint8Array> {
  // Link previews and the press kit start from the same pixels, which are thus made once.
  if (coverNames.includes(name)) return masterPicture(name);
  const width = Math.max(...widths);
  return cachedPicture([`master ${width}`, drawing], async () => {
    const { width: units = width } = await sharp(Buffer.from(drawing), { unlimited: true }).metadata();
    return sharp(Buffer.from(drawing), { density: (72 * width) / units, unlimited: true })
      .resize(width, heightOf(crop, width), { fit: 'fill' })
      .flatten()
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer();
  });
}

/** The drawing as bare pixels of one width. */
async function resized(picture: DrawnPicture, width: number) {
  return sharp(await master(picture))
    .resize(width, heightOf(picture.crop, width), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function encoded(pixels: Awaited<ReturnType<typeof resized>>, ways: (typeof encoders)[Format]) {
  let bytes = Buffer.alloc(0);
  for (const way of ways) {
    bytes = await way(sharp(pixels.data, { raw: pixels.info })).toBuffer();
    if (bytes.length <= phoneBytes) break;
  }
  return bytes;
}

/** One file of a picture. */
export interface ArtFile {
  /** Its path on the site, which is the one below `dist/client`. */
  path: string;
  bytes: Uint8Array;
}

/** Every width of a picture in every format. */
export async function filesOf(picture: DrawnPicture, version: string): Promise<ArtFile[]> {
  const files: ArtFile[] = [];
  for (const width of picture.widths) {
    let pixels: ReturnType<typeof resized> | undefined;
    for (const format of formats) {
      const bytes = await cachedPicture([`${width} ${format}`, picture.drawing], async () => {
        pixels ??= resized(picture, width);
        const onPhones = format === 'avif' && phoneWidths[picture.crop].includes(width);
        return encoded(await pixels, encoders[onPhones ? 'phone' : format]);
      });
      files.push({ path: pictureFile(picture.name, width, version, format), bytes });
    }
  }
  return files;
}

/** The colours a picture comes down to from top to bottom, as `#rrggbb`: what stands there until it has arrived. */
export async function tonesOf(picture: DrawnPicture): Promise<string[]> {
  const pixels = await cachedPicture(['tones', picture.drawing], async () =>
    sharp(await master(picture))
      .resize(1, 4, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer(),
  );
  return [0, 1, 2, 3].map((i) => `#${Buffer.from(pixels.subarray(i * 3, i * 3 + 3)).toString('hex')}`);
}
