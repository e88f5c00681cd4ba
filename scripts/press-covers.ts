import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { worldNames } from '../art/index.ts';
import { drawPrintCover, printCoverFile, printCovers } from './build/print-covers.ts';

/**
 * `npm run press-covers`: draws the covers at print size into `art/press/covers`, after a change to a drawing. They are
 * committed, so that not every build has to draw them again.
 */
await mkdir(printCovers, { recursive: true });
const wanted = new Map(worldNames.map((world) => [basename(printCoverFile(world)), world]));
const kept = new Set(await readdir(printCovers));
for (const file of kept) if (!wanted.has(file)) await rm(join(printCovers, file));
for (const [file, world] of wanted) {
  if (kept.has(file)) continue;
  const picture = await drawPrintCover(world);
  await writeFile(join(printCovers, file), picture);
  console.log(`${file}, ${Math.round(picture.length / 1000)} kB`);
}
