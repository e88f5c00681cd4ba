import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from 'vite';
import { faqGroups } from '#client/content/faq.ts';
import { concretePaths } from '#shared/concrete-paths.ts';
import { readChunks } from './chunks.ts';
import { firstCharacters } from './fonts.ts';
import { factsOf, type PageFacts } from './page-facts.ts';
import { previewTags } from './preview-tags.ts';
import { structuredData } from './structured-data.ts';

/** `dist/pages.json`: what the server answers with, by path. Files are relative to `dist/pages`. */
export interface PagesIndex {
  pages: Record<string, { file: string; indexed: boolean }>;
  notFound: string;
}

/** What `client/prerender.tsx` exports, as far as it is used here; the built file brings no types of its own. */
interface PageToRender {
  path: string;
  screenFile: string;
  indexed: boolean;
}

interface RenderedPage {
  head: string;
  body: string;
}

interface Prerenderer {
  pagesToRender(): PageToRender[];
  notFoundPage: PageToRender;
  skippedRoutes(): string[];
  renderPage(page: PageToRender): Promise<RenderedPage>;
}

/**
 * Renders every page to `dist/pages` and writes `dist/pages.json`. Needs both of Vite's builds in `dist`.
 * @returns what each page says about itself
 */
export async function writePages(dist: string): Promise<PageFacts[]> {
  const client = join(dist, 'client');
  const template = await readFile(join(client, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const chunks = readChunks(manifest, client);
  await assertLayersInOrder(client);
  const { pagesToRender, notFoundPage, skippedRoutes, renderPage } = (await import(
    pathToFileURL(join(dist, 'prerender/prerender.js')).href
  )) as Prerenderer;

  const characters = await firstCharacters();
  const index: PagesIndex = { pages: {}, notFound: 'not-found.html' };
  const routeOf = new Map(concretePaths().map((concrete) => [concrete.path, concrete]));
  const questions = faqGroups.flatMap(({ entries }) => entries);
  const facts: PageFacts[] = [];
  let largest = 0;
  const write = async (page: PageToRender, file: string) => {
    if (page.indexed) largest = Math.max(largest, chunks.firstLoad(page.screenFile));
    const scripts = chunks.ofScreen(page.screenFile).map((file) => `/${file}`);
    const links = [
      ...chunks.fonts.map(
        (font) => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
      ),
      // What is public is readable first and comes to life second (client/start.ts).
      ...(page.indexed ? [] : scripts.map((file) => `<link rel="modulepreload" href="${file}">`)),
    ];
    const rendered = await renderPage(page);
    const route = routeOf.get(page.path);
    let forRobots = '';
    if (route) {
      const said = factsOf({ ...route, indexed: page.indexed }, rendered);
      facts.push(said);
      forRobots = previewTags(said) + structuredData(said, questions);
    }
    const html = fillTemplate(
      page.indexed
        ? replaceOnce(template, startScript, `${startScript} data-files="${scripts.join(' ')}"`)
        : template,
      rendered,
      links.join(''),
      forRobots,
    );
    assertNothingInline(html, page.path);
    assertWritten(rendered.body, characters, page.path);
    await mkdir(dirname(join(dist, 'pages', file)), { recursive: true });
    await writeFile(join(dist, 'pages', file), html);
  };
  for (const page of pagesToRender()) {
    const file = page.path === '/' ? 'index.html' : `${page.path.slice(1)}.html`;
    index.pages[page.path] = { file, indexed: page.indexed };
    await write(page, file);
  }
  await write(notFoundPage, index.notFound);
  await writeFile(join(dist, 'pages.json'), `${JSON.stringify(index, null, 2)}\n`);
  // The bare template and the build's own notes are no pages of the site.
  await Promise.all([rm(join(client, 'index.html')), rm(join(client, '.vite'), { recursive: true })]);

  console.log(
    `${Object.keys(index.pages).length} pages, at most ${(largest / 1000).toFixed(1)} kB of JavaScript for a public one.`,
  );
  const skipped = skippedRoutes();
  if (skipped.length > 0) console.log(`Routes without a screen, left out: ${skipped.join(', ')}.`);
  return facts;
}

/**
 * The stylesheet's layers take their order from where each is first named, and a bundler may move files.
 * @throws {Error} when the components would lose against the base
 */
async function assertLayersInOrder(client: string): Promise<void> {
  const [stylesheet, ...others] = (await readdir(join(client, 'assets'))).filter((file) =>
    file.endsWith('.css'),
  );
  if (!stylesheet || others.length > 0) throw new Error('The build must have one stylesheet.');
  const css = await readFile(join(client, 'assets', stylesheet), 'utf8');
  const order = [
    ...new Set([...css.matchAll(/@layer ([a-z, ]+)[{;]/g)].flatMap(([, names = '']) => names.split(/, */))),
  ];
  if (order.join() !== 'reset,tokens,base,components,preferences') {
    throw new Error(`The stylesheet's layers stand in the wrong order: ${order.join()}.`);
  }
}

/** How Vite's tag for client/start.ts begins. */
const startScript = '<script type="module" crossorigin';

/** What only robots read comes last in the head: a browser wants to see the stylesheet first. */
function fillTemplate(
  template: string,
  { head, body }: RenderedPage,
  links: string,
  forRobots: string,
): string {
  const withHead = replaceOnce(template, '<!--page-head-->', head + links);
  return replaceOnce(replaceOnce(withHead, '</head>', `${forRobots}</head>`), '<!--page-->', body);
}

/** @throws {Error} when the template does not have the marker exactly once */
function replaceOnce(text: string, marker: string, replacement: string): string {
  const parts = text.split(marker);
  if (parts.length !== 2) throw new Error(`client/index.html must hold ${marker} once.`);
  return parts.join(replacement);
}

/**
 * The pages are sent with a policy that forbids inline scripts and styles; a page that has some would be broken.
 * @throws {Error} naming the page
 */
function assertNothingInline(html: string, path: string): void {
  const inline = html.match(
    /<script(?![^>]*\s(?:src|type="application\/))[^>]*>|<style\b|\sstyle="|\son\w+="/,
  );
  if (inline) throw new Error(`The page ${path} has something inline: ${inline[0]}`);
}

/**
 * A character that the first fonts lack would make a page load another font for it.
 * @throws {Error} naming the page and the character
 */
function assertWritten(body: string, characters: ReadonlySet<string>, path: string): void {
  const missing = [...body].find((character) => character >= ' ' && !characters.has(character));
  if (missing)
    throw new Error(`The page ${path} has a "${missing}", which client/styles/fonts.css does not name.`);
}
