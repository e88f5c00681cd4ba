import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Palette } from './card-art.ts';

/** The icons that the manifest names; `client/index.html` links the one for Apple's home screens. */
export const manifestIcons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/** Draws all icons from `favicon.svg` into the client build. */
export async function writeIcons(client: string, palette: Palette): Promise<void> {
  const favicon = await readFile(join(client, 'favicon.svg'));
  const write = async (path: string, picture: Promise<Buffer>) =>
    writeFile(join(client, path), await picture);
  await mkdir(join(client, 'icons'), { recursive: true });
  await Promise.all([
    write('icons/icon-192.png', png(favicon, 192)),
    write('icons/icon-512.png', png(favicon, 512)),
    write('icons/apple-touch-icon.png', filled(favicon, 180, palette)),
    write('icons/icon-maskable-512.png', filled(favicon, 512, palette)),
    write(
      'favicon.ico',
      png(favicon, 48).then((picture) => ico(picture, 48)),
    ),
  ]);
}

/**
 * The icon on a ground without corners, for systems that cut icons to their own shape; the sign stays inside the circle
 * of 80 % that every shape leaves (W3C Web Application Manifest, "safe zone").
 */
async function filled(favicon: Buffer, side: number, { inkDeep }: Palette): Promise<Buffer> {
  const sign = await png(favicon, Math.round(side * 0.9));
  return sharp({ create: { width: side, height: side, channels: 3, background: inkDeep } })
    .composite([{ input: sign, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function png(svg: Buffer, side: number): Promise<Buffer> {
  return sharp(svg, { density: (72 * side) / 64 })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A `.ico` file that holds one PNG: old clients ask for `/favicon.ico` whatever the page says. */
function ico(image: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}
