import sharp from 'sharp';
import { expect, it } from 'vitest';
import { games } from '#shared/adventures.ts';
import { readPalette } from './card-art.ts';
import { loadTypefaces } from './text-outlines.ts';
import { drawTitledCover } from './titled-cover.ts';

const [faces, palette] = await Promise.all([loadTypefaces(), readPalette()]);
const world = games[0]?.id ?? '';
const draw = (title: string) => drawTitledCover(world, title, faces, palette);

it('A title stands bright at the foot of its cover, and above it the picture is as it was', async () => {
  const brightest = async (picture: Uint8Array, top: number, height: number) => {
    const { channels } = await sharp(
      await sharp(picture).extract({ left: 100, top, width: 1000, height }).toBuffer(),
    ).stats();
    return channels[2]?.max ?? 0;
  };
  const [titled, other] = await Promise.all([draw('Series: A Short Title'), draw('Another')]);
  expect(await brightest(titled, 1300, 140)).toBeGreaterThan(190);
  const upper = (picture: Uint8Array) =>
    sharp(picture).extract({ left: 0, top: 0, width: 1200, height: 800 }).raw().toBuffer();
  const [one, two] = await Promise.all([upper(titled), upper(other)]);
  const off = one.reduce((sum, value, i) => sum + Math.abs(value - (two[i] ?? 0)), 0) / one.length;
  // The encoder weighs the whole picture, so a far corner may differ by a shade.
  expect(off).toBeLessThan(0.5);
});

it('A title that fits in no size is refused, not cut', async () => {
  await expect(
    draw('Everything That Ever Happened To Somebody Who Went Down There With A Lamp'),
  ).rejects.toThrow('does not fit on its cover');
});
