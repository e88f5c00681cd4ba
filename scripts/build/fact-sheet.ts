import { games as homes } from '#shared/adventures.ts';
import { listedProducts } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { releaseAt } from '#shared/press.ts';
import { gameRoute, paths, type RouteName } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import type { PageFacts } from './page-facts.ts';

const gamePages = new Set<RouteName>(homes.map(gameRoute));

/**
 * What a journalist needs on one page, from the same places as the site itself. Addresses are paths, and the company is not named: the
 * archive is the same on every domain and for every company.
 */
export function factSheet(pages: readonly PageFacts[]): string {
  const main = pages.filter(({ path, canonical, indexed }) => indexed && path === canonical);
  const games = main
    .filter(({ name }) => gamePages.has(name))
    .map(({ title, description, canonical }) => paragraph(title, description, canonical));
  const products = listedProducts(['game', 'bundle', 'expansion']).map(
    ({ title, priceOre, preOrder, url }) =>
      `- ${title}${preOrder ? ' (pre-order)' : ''}: ${formatSek(priceOre)}, VAT included, ${paths.product(url)}`,
  );
  const news = main
    .filter(({ name }) => name === 'pressArticle')
    // With its day: releases say "today", and the kit is read years later.
    .map(({ title, description, canonical }) =>
      paragraph(`${releaseAt(canonical).day}: ${title}`, description, canonical),
    );
  return [
    `${site.name}: fact sheet`,
    wrap(site.description),
    [
      `Since ${site.foundedYear}`,
      `The company, its address and its numbers: ${paths.company()}`,
      `Press contact: ${paths.news()}#press-kit`,
      `Investors: ${paths.investors()}`,
      `The app for Android and iOS: ${paths.download()}`,
      'Addresses that begin with / are on the site this archive comes from.',
    ].join('\n'),
    ...section('The games', games),
    ...section('In the shop', products.length > 0 ? [products.join('\n')] : []),
    ...section('News', news),
  ]
    .join('\n\n')
    .concat('\n');
}

/** What may be done with the kit. */
export function licenceNote(): string {
  return `${wrap(
    `The pictures, logos and texts in this archive belong to the company that publishes ${site.name}, or its licensors. You may use them, free of charge and worldwide, to report on ${site.name} and its games: in articles, reviews, podcasts, videos and broadcasts, in print and online.`,
  )}\n\n${wrap(
    'Please keep the logos in their proportions and colours, and do not use them to suggest that we endorse something. Any other use needs our written consent; names of games and series are trade marks of their owners.',
  )}\n\nQuestions: the press address on ${paths.news()}#press-kit of the site this archive comes from.\n`;
}

function section(title: string, paragraphs: string[]): string[] {
  return paragraphs.length === 0 ? [] : [`${title}\n${'-'.repeat(title.length)}`, ...paragraphs];
}

function paragraph(title: string, text: string, path: string): string {
  return `${title}\n${wrap(text)}\n${path}`;
}

/** Lines of at most 90 characters. */
function wrap(text: string): string {
  return text.replaceAll(/(.{1,90})(?:\s+|$)/g, '$1\n').trimEnd();
}
