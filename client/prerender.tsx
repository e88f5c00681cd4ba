import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { productById, productBySlug } from '#shared/catalogue.ts';
import { type ConcretePath, concretePaths } from '#shared/concrete-paths.ts';
import { routeOf } from '#shared/routes.ts';
import { loadScreen, type ScreenName, screenFile } from './routes.tsx';
import { App } from './shell/App.tsx';

/** A page to prerender: its path, and its screen's source file. */
export interface PageToRender {
  path: string;
  name: ScreenName;
  /** Relative to `client/`. */
  screenFile: string;
  indexed: boolean;
}

/** A rendered page, as head and body. */
export interface RenderedPage {
  head: string;
  body: string;
}

/** A path that no route has, for rendering the not-found page. */
const nowhere = '/not-found';

/** The not-found page. */
export const notFoundPage: PageToRender = {
  path: nowhere,
  name: 'notFound',
  screenFile: screenFile('notFound'),
  indexed: false,
};

/** Every page, one per concrete path. */
export function pagesToRender(): PageToRender[] {
  return concretePaths().map((page) => ({
    path: page.path,
    name: page.name,
    screenFile: screenFile(page.name),
    indexed: isIndexed(page),
  }));
}

/**
 * The attributes that React adds for view transitions of streamed pages. Our pages are not streamed, and nothing reads
 * them.
 */
const transitionMark = / vt-[a-z-]+="[^"]*"/g;

/**
 * Prerenders one page to HTML.
 * @throws {Error} when the page does not render, or its head cannot be separated from its body
 */
export async function renderPage({ path, name }: PageToRender): Promise<RenderedPage> {
  await loadScreen(name);
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
    {
      onError: (error) => void failures.push(error),
      // Past this size React would stream the rest of the page out of order, with a script to insert it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  if (failures.length > 0) throw failures[0];
  const html = (await new Response(prelude).text()).replaceAll(transitionMark, '');
  // Without a document around it, React writes head elements before the first body element.
  const start = html.indexOf('<div');
  const head = html.slice(0, start);
  if (!/^<(?:link|meta|title)\b/.test(head) || !head.includes('<title>')) {
    throw new Error(`The page ${path} has no title of its own before its content.`);
  }
  return { head, body: html.slice(start) };
}

function isIndexed({ name, path }: ConcretePath): boolean {
  const route = routeOf(name);
  if (!route.indexed) return false;
  const parameter = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const product = name === 'product' ? (productBySlug(parameter) ?? productById(parameter)) : undefined;
  return !product?.hidden;
}
