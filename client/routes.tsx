import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { type GameRoute, type RouteName, routeOf, routes } from '#shared/routes.ts';

/** A route of the site, or the not-found page. */
export type ScreenName = RouteName | 'notFound';

/**
 * The areas of the screens in the route table. A screen is the file `screens/area/NameScreen.tsx`, with the name of its route, and
 * the component that it exports under that name. Each is lazily loaded.
 */
const areas: Readonly<Record<Exclude<ScreenName, GameRoute>, string>> = {
  home: 'home',
  contact: 'contact',
  faq: 'faq',
  about: 'company',
  download: 'download',
  news: 'news',
  pressArticle: 'news',
  privacyPolicy: 'legal',
  terms: 'legal',
  company: 'company',
  accessibility: 'legal',
  newsletter: 'newsletter',
  jobs: 'company',
  investors: 'company',
  shop: 'shop',
  product: 'shop',
  cart: 'checkout',
  shopLogin: 'shop-login',
  success: 'checkout',
  cancel: 'checkout',
  order: 'checkout',
  withdraw: 'checkout',
  open: 'open',
  guestCheckout: 'checkout',
  account: 'account',
  createAccount: 'account',
  forgotPassword: 'account',
  operator: 'operator',
  notFound: 'not-found',
};

/** The screen of every adventure's own page. */
const adventure = 'games/Adventure';

type ScreenModule = Record<string, ComponentType>;
const modules = import.meta.glob<ScreenModule>('./screens/*/*Screen.tsx');

const loading = new Map<ScreenName, Promise<ComponentType>>();
const loaded = new Map<ScreenName, ComponentType>();

/**
 * Screens whose code failed to load once in this document. Chrome never requests a file again that an import has failed to
 * get, so links load such a page from the server (shell/use-site-links.ts).
 */
export const failedScreens = new Set<ScreenName>();

/** The screen's source file, relative to `client/`: its key in the build's manifest. */
export function screenFile(name: ScreenName): string {
  const area = (areas as Partial<Record<ScreenName, string>>)[name];
  const screen = area ? `${area}/${name[0]?.toUpperCase()}${name.slice(1)}` : adventure;
  return `screens/${screen}Screen.tsx`;
}

/** The name of every route. */
export const routeNames = Object.keys(routes) as RouteName[];

/** Every path pattern of a route: its own and its aliases. */
function patternsOf(name: RouteName): string[] {
  const route = routeOf(name);
  return [route.path, ...(route.aliases ?? [])];
}

/** The screen for a `pathname`. */
export function screenAt(pathname: string): ScreenName {
  return routeAt(pathname).name;
}

/** The parameter in a `pathname`: a slug, an id or a token. Empty where the route has none. */
export function parameterAt(pathname: string): string {
  return routeAt(pathname).parameter;
}

/**
 * No two routes fit one path, so the first that fits is the right one. Capitals count, as on the server: a screen in
 * place of the not-found page that was sent could not be hydrated.
 */
function routeAt(pathname: string): { name: ScreenName; parameter: string } {
  for (const name of routeNames) {
    for (const pattern of patternsOf(name)) {
      const match = matchPath({ path: pattern, caseSensitive: true }, pathname);
      if (match) return { name, parameter: Object.values(match.params)[0] ?? '' };
    }
  }
  return { name: 'notFound', parameter: '' };
}

/** The screen's component if its code is loaded already: rendering it does not suspend. */
export function loadedScreen(name: ScreenName): ComponentType | undefined {
  return loaded.get(name);
}

/**
 * Loads a screen's code. A failed attempt is forgotten, so that the next one asks the server again, in browsers that do.
 * @throws {Error} the browser's error when the file does not load
 */
export function loadScreen(name: ScreenName): Promise<ComponentType> {
  const begun = loading.get(name);
  if (begun) return begun;
  const attempt = importScreen(name).then(
    (component) => {
      loaded.set(name, component);
      return component;
    },
    (error: unknown) => {
      loading.delete(name);
      failedScreens.add(name);
      throw error;
    },
  );
  loading.set(name, attempt);
  return attempt;
}

async function importScreen(name: ScreenName): Promise<ComponentType> {
  const file = screenFile(name);
  const load = modules[`./${file}`];
  if (!load) throw new Error(`There is no client/${file}.`);
  const componentName = file.replace(/^.*\/|\.tsx$/g, '');
  const component = (await load())[componentName];
  if (!component) throw new Error(`client/${file} exports no ${componentName}.`);
  return component;
}
