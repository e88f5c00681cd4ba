import { type Game, games } from './adventures.ts';

/**
 * Every path of the site, once. Client links, the server's page table, the prerenderer and the sitemap read this list;
 * a path written anywhere else is a defect.
 */

/** How search engines and the server treat a page. */
interface RouteOptions {
  /** Other paths that show the same page; their canonical URL is `path`. */
  aliases?: readonly string[];
  /** Set on every navigation; a route without one sets its own title from what it shows. */
  title?: string;
  /** The redirect for an unknown parameter value; without it the answer is 404. */
  fallback?: string;
  /** In the sitemap and indexable. Personal pages (cart, login, account) are not. */
  indexed?: boolean;
}

/** One page of the site. `path` may hold one parameter, written `:name` as react-router does. */
export interface SiteRoute extends RouteOptions {
  path: string;
}

const page = (path: string, options: RouteOptions = {}): SiteRoute => ({ indexed: true, ...options, path });
const personal = (path: string, title: string): SiteRoute & { title: string } => ({
  path,
  title,
  indexed: false,
});

/** The pages of the specification's route table (section 2), by name; without those of the games. */
const housePages = {
  home: page('/', { title: 'Audio adventures for the dark' }),
  shop: page('/shop', { aliases: ['/games'], title: 'Shop' }),
  contact: page('/contact', { aliases: ['/feedback'], title: 'Contact' }),
  faq: page('/faq', { title: 'Questions and answers' }),
  about: page('/learn-more', { title: 'About us' }),
  download: page('/download', { aliases: ['/game-testing'], title: 'Download the app' }),
  news: page('/news', { aliases: ['/press', '/presskit'], title: 'Press & News' }),
  pressArticle: page('/press/:slug'),
  privacyPolicy: page('/privacy-policy', { title: 'Privacy policy' }),
  /** Three pages that the specification's table lacks, but the law and buyers ask for. */
  terms: page('/terms', { title: 'Terms of sale' }),
  company: page('/company', { title: 'The company' }),
  accessibility: page('/accessibility', { title: 'Accessibility' }),
  newsletter: page('/newsletter', { title: 'Newsletter' }),
  jobs: page('/jobs', { title: 'Jobs' }),
  investors: page('/investors', { title: 'Investors' }),
  product: page('/shop/product/:slug', { fallback: '/shop' }),
  cart: personal('/shop/checkout', 'Shopping cart'),
  shopLogin: personal('/shop/login', 'Login or Create Account'),
  success: personal('/shop/success', 'Order Completed'),
  cancel: personal('/shop/cancel', 'Payment Cancelled'),
  /**
   * Two pages that the specification's table lacks: an order's later page, and the withdrawal function that the law asks
   * for.
   */
  order: personal('/shop/order', 'Your order'),
  withdraw: personal('/shop/withdraw', 'Withdraw from a purchase'),
  /** A claim link: the app opens it; this page is for browsers without the app. The value is a secret. */
  open: personal('/open/:token', 'Open it in the app'),
  guestCheckout: { ...personal('/checkout/:id', 'Guest checkout'), fallback: '/shop' },
  account: personal('/account', 'Your account'),
  createAccount: personal('/account/create-account', 'Create account'),
  forgotPassword: personal('/account/forgot-password', 'Forgot password'),
  /** Not in the specification's table: the operator's page. */
  operator: {
    ...personal('/operator', 'Behind the counter'),
    aliases: ['/operator/:section'],
    fallback: '/operator',
  },
} as const satisfies Record<string, SiteRoute>;

type HouseRoute = keyof typeof housePages;

/** The route of an adventure's own page. */
export type GameRoute = `game/${string}`;
export type RouteName = HouseRoute | GameRoute;

/** The name of the route of an adventure's own page. */
export const gameRoute = ({ id }: Pick<Game, 'id'>): GameRoute => `game/${id}`;

/** Every route of the site by name: the general pages, and a page for each adventure that has one. */
export const routes: Readonly<typeof housePages & Record<GameRoute, SiteRoute>> = {
  ...housePages,
  ...Object.fromEntries(
    games.map((game) => [gameRoute(game), page(game.page.path, { title: game.name })] as const),
  ),
};

/** A route by its name. @throws {Error} for the page of an adventure that does not exist */
export function routeOf(name: RouteName): SiteRoute {
  const route: SiteRoute | undefined = routes[name];
  if (!route) throw new Error(`There is no route ${name}.`);
  return route;
}

/** Paths that answer with a permanent redirect. */
export const redirects: ReadonlyMap<string, string> = new Map(
  games.flatMap(({ page: { path, movedFrom = [] } }) => movedFrom.map((old) => [old, path] as const)),
);

/** Fills a value into the path of a page that holds one. Values are encoded here and nowhere else. */
export const filled =
  ({ path }: SiteRoute) =>
  (value: string): string =>
    path.replace(/:\w+/, encodeURIComponent(value));

/** The pages whose address holds a value, in its path or its query: their builders are written below. */
type WithValue = 'pressArticle' | 'product' | 'order' | 'open' | 'guestCheckout';

/** Builders for every link in the site. */
export const paths = {
  ...(Object.fromEntries(
    Object.entries(housePages).map(([name, { path }]) => [name, () => path]),
  ) as Readonly<Record<Exclude<HouseRoute, WithValue>, () => string>>),
  pressArticle: filled(housePages.pressArticle),
  product: filled(housePages.product),
  /** The id is in the query, so that one prerendered page serves every order. @param id the checkout session's */
  order: (id: string) => `${routes.order.path}?id=${encodeURIComponent(id)}`,
  /** @param token of a claim link */
  open: filled(housePages.open),
  guestCheckout: filled(housePages.guestCheckout),
} as const;
