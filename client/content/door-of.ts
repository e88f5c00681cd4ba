import { facts } from '#facts';
import { demo } from '#homes/demo';
import { links } from '#homes/links';
import type { Game } from '#shared/adventures.ts';
import { formatSek, oreFromSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';

/** The one way on from an adventure: what a listener may do next. */
export interface Way {
  /** What its button says. */
  title: string;
  href: string;
  /** For example `250 SEK` or `Free demo`; of what is neither sold here nor free there is none. */
  price?: string;
}

/** The first that fits: what is on the shelf is bought, what costs nothing is fetched, what others fund is there. */
export function doorOf({ id, page, products }: Pick<Game, 'id' | 'page' | 'products'>): Way {
  const onShelf = products.find(({ hidden }) => !hidden);
  if (onShelf) {
    const price = formatSek(oreFromSek(onShelf.price));
    return { title: `Get it for ${price}`, href: paths.product(onShelf.slug), price };
  }
  if (page.path === demo.path) {
    return { title: 'Get the free demo', href: paths.download(), price: 'Free demo' };
  }
  const title = links[id]?.title;
  const href = facts.adventures[id]?.link;
  return title && href ? { title, href } : { title: 'Tell me when it is here', href: paths.newsletter() };
}
