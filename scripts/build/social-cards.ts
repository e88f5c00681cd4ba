import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { games } from '#shared/adventures.ts';
import { catalogue, type Product } from '#shared/catalogue.ts';
import { releaseAt } from '#shared/press.ts';
import { whatItIs } from '#shared/product-words.ts';
import { gameRoute } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { productPicturePath, socialCardPath } from '#shared/social-cards.ts';
import { readPalette } from './card-art.ts';
import { type Card, drawCard, drawSquare } from './card-drawing.ts';
import { hasOwnCard, type PageFacts } from './page-facts.ts';
import { productAt } from './structured-data.ts';
import { loadTypefaces } from './text-outlines.ts';

/**
 * Draws the link preview of every page and the square picture of every product into the client build.
 * @param pages aliases included; each canonical address gets one card
 */
export async function writeSocialCards(client: string, pages: readonly PageFacts[]): Promise<void> {
  const [faces, palette] = await Promise.all([loadTypefaces(), readPalette()]);
  await mkdir(join(client, 'social'), { recursive: true });
  const shown = new Map(pages.filter(({ name }) => hasOwnCard(name)).map((page) => [page.canonical, page]));
  const write = async (path: string, picture: Promise<Uint8Array>) =>
    writeFile(join(client, path), await picture);
  await Promise.all([
    ...[...shown].map(([path, page]) => write(socialCardPath(path), drawCard(cardOf(page), faces, palette))),
    ...catalogue.map(({ id, world }) => write(productPicturePath(id), drawSquare(world, palette))),
  ]);
}

function cardOf(page: PageFacts): Card {
  const { name, canonical, title } = page;
  const product = productAt(page);
  if (product) return { world: product.world, kicker: kickerOf(product), title: product.title };
  if (name === 'pressArticle') {
    const { world, day } = releaseAt(canonical);
    return { ...(world && { world }), kicker: `News, ${day}`, title };
  }
  const game = games.find((candidate) => gameRoute(candidate) === name);
  if (game) return { world: game.id, kicker: 'Audio adventure', title };
  return { kicker: name === 'home' ? '' : site.tagline, title };
}

function kickerOf(product: Product): string {
  const { card } = whatItIs(product);
  return product.preOrder ? `${card}, pre-order` : card;
}
