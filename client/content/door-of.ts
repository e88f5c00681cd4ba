import { facts } from '#facts';
import { demo } from '#homes/demo';
import { inTheApp, links } from '#homes/links';
import type { Game } from '#shared/adventures.ts';
import { formatSek, oreFromSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';

/** The one call to action of an adventure. */
interface Way {
  /** The button's text. */
  title: string;
  href: string;
  /** For example `250 SEK`, `Free demo` or `For backers`; none before the release. */
  price?: string;
}

/** The first that applies: buy it in the shop, download it if free, back it if crowdfunded, or find it in the app. */
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
  if (title && href) return { title, href, price: 'For backers' };
  return inTheApp.includes(id)
    ? { title: 'Find it in the app', href: paths.download(), price: 'In the app' }
    : { title: 'Tell me when it is here', href: paths.newsletter() };
}
