import type { NewsLine } from '#homes/news';
import { pressReleases } from './press.ts';
import { homes } from './read.ts';

/** So many are shown beside a product. */
const most = 3;

const about = (id: string): NewsLine[] =>
  pressReleases
    .filter(({ world }) => world === id)
    .slice(0, most)
    .map(({ slug, date, day, title }) => ({ slug, date, day, title }));

export const news: Readonly<Record<string, readonly NewsLine[]>> = Object.fromEntries(
  homes
    .filter(({ adventure }) => adventure.products.length > 0)
    .map(({ adventure: { id } }) => [id, about(id)]),
);
