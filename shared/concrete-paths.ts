import { catalogue, type Product, productOnSale } from './catalogue.ts';
import { operatorSections } from './operator-sections.ts';
import { pressReleases } from './press.ts';
import { filled, paths, type RouteName, routes, type SiteRoute } from './routes.ts';

/** The values of a route's parameter, for routes that have one. */
const parameterValues: Partial<Record<RouteName, readonly string[]>> = {
  product: catalogue.map((product) => product.url),
  // A product's id works like its slug, because people shorten URLs.
  guestCheckout: catalogue.filter(({ id }) => productOnSale(id)).flatMap(namesOf),
  pressArticle: pressReleases.map(({ slug }) => slug),
};
function namesOf({ id, url }: Product): string[] {
  return [...new Set([id, url])];
}

/** Where the guest checkout of what is not sold any more leads: to the product's page, which says so. */
export const endedCheckouts: ReadonlyMap<string, string> = new Map(
  catalogue
    .filter(({ id }) => !productOnSale(id))
    .flatMap((product) =>
      namesOf(product).map((name) => [paths.guestCheckout(name), paths.product(product.url)]),
    ),
);

/** The values of an alias's parameter. */
const aliasValues: Partial<Record<RouteName, readonly string[]>> = { operator: operatorSections };

/** Parameters that are secret tokens: any value of this form shows the same page. */
export const secretValues: Partial<Record<RouteName, RegExp>> = { open: /^[A-Za-z0-9_-]{43}$/ };

/** Stands for every value of a parameter whose page is always the same. */
export const anyValueName = 'any';

/** A concrete path of a route, for which the prerenderer writes a file. */
export interface ConcretePath {
  name: RouteName;
  /** The path in the address bar, which may be an alias. */
  path: string;
  /** The canonical path: an alias's main route, otherwise itself. */
  canonical: string;
}

/** Every path that the server answers with a page, including aliases and parameter values. */
export function concretePaths(): ConcretePath[] {
  return (Object.entries(routes) as [RouteName, SiteRoute][]).flatMap(([name, route]) => {
    const values = secretValues[name] ? [anyValueName] : parameterValues[name];
    if (values) {
      return values.map((value) => {
        const path = filled(route)(value);
        return { name, path, canonical: path };
      });
    }
    const aliases = (route.aliases ?? []).flatMap((alias) =>
      (aliasValues[name] ?? ['']).map((value) => alias.replace(/:\w+/, value)),
    );
    return [route.path, ...aliases].map((path) => ({ name, path, canonical: route.path }));
  });
}
