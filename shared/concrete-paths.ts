import { catalogue } from './catalogue.ts';
import { operatorSections } from './operator-sections.ts';
import { pressReleases } from './press.ts';
import { type RouteName, routes, type SiteRoute } from './routes.ts';

/** The values a route's parameter takes, for routes that have one. */
const parameterValues: Partial<Record<RouteName, readonly string[]>> = {
  product: catalogue.map((product) => product.url),
  // A product's slug does as well as its id: people shorten addresses.
  guestCheckout: [...new Set(catalogue.flatMap((product) => [product.id, product.url]))],
  pressArticle: pressReleases.map(({ slug }) => slug),
};
/** And those of an alias's. */
const aliasValues: Partial<Record<RouteName, readonly string[]>> = { operator: operatorSections };

/** Parameters that are secrets: any value of this form leads to one and the same page. */
export const secretValues: Partial<Record<RouteName, RegExp>> = { open: /^[A-Za-z0-9_-]{43}$/ };

/** Stands for every value of a parameter whose page is the same for all of them. */
export const anyValueName = 'any';

/** A concrete address of a route: what the prerenderer writes a file for. */
export interface ConcretePath {
  name: RouteName;
  /** The path in the address bar, an alias included. */
  path: string;
  /** The path search engines should keep: an alias's main route, itself otherwise. */
  canonical: string;
}

/** Every address the server answers with a page, aliases and parameters spelt out. */
export function concretePaths(): ConcretePath[] {
  return (Object.entries(routes) as [RouteName, SiteRoute][]).flatMap(([name, route]) => {
    const values = secretValues[name] ? [anyValueName] : parameterValues[name];
    if (values) {
      return values.map((value) => {
        const path = route.path.replace(/:\w+/, encodeURIComponent(value));
        return { name, path, canonical: path };
      });
    }
    const aliases = (route.aliases ?? []).flatMap((alias) =>
      (aliasValues[name] ?? ['']).map((value) => alias.replace(/:\w+/, value)),
    );
    return [route.path, ...aliases].map((path) => ({ name, path, canonical: route.path }));
  });
}
