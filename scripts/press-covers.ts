import { rm, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { filesOf, homesFolder } from '../shared/homes/files.ts';
import { isPainted, worldNames } from './build/home-pictures.ts';
import { drawPrintCover, printCoverFile } from './build/print-covers.ts';

/**
 * `npm run press-covers`: draws the covers at print size into their homes, after a change to a drawing. They are committed, so
 * that not every build has to draw them again.
 */
const wanted = new Map(
  worldNames.filter((world) => !isPainted(world)).map((world) => [printCoverFile(world), world]),
);
const kept = new Set(filesOf('*/print.*.avif').map((path) => resolve(homesFolder, path)));
for (const file of kept) if (!wanted.has(file)) await rm(file);
for (const [file, world] of wanted) {
  if (kept.has(file)) continue;
  const picture = await drawPrintCover(world);
  await writeFile(file, picture);
  console.log(`${relative(homesFolder, file)}, ${Math.round(picture.length / 1000)} kB`);
}
