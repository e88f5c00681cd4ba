import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPalette } from './card-art.ts';
import { writeIcons } from './icons.ts';
import type { PageFacts } from './page-facts.ts';
import { writePressKit } from './press-kit.ts';
import { feedPath, newsFeed, robotsTxt, sitemap, webManifest } from './search-engine-files.ts';
import { writeSocialCards } from './social-cards.ts';

/**
 * Writes what stands beside the pages: icons, link previews, the press kit, and the text files for robots and readers.
 * @param client `dist/client`
 */
export async function writeExtras(client: string, pages: readonly PageFacts[]): Promise<void> {
  const palette = await readPalette();
  await Promise.all([writeIcons(client, palette), writeSocialCards(client, pages)]);
  await Promise.all([
    writePressKit(client, pages, palette),
    writeFile(join(client, 'sitemap.xml'), sitemap(pages)),
    writeFile(join(client, feedPath), newsFeed(pages)),
    writeFile(join(client, 'robots.txt'), robotsTxt()),
    writeFile(join(client, 'site.webmanifest'), webManifest(palette.inkDeep)),
  ]);
}
