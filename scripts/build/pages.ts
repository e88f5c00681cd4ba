import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faq } from '#client/content/faq.ts';
import type { Manifest } from '#server/http/pages.ts';
import { concretePaths } from '#shared/concrete-paths.ts';
import { type Chunks, readChunks } from './chunks.ts';
import { firstCharacters } from './fonts.ts';
import { buildInline, hashOf, type Inline } from './inline.ts';
import { factsOf, type PageFacts } from './page-facts.ts';
import { previewTags } from './preview-tags.ts';
import { sayProgress } from './progress.ts';
import { assertPicturesThere } from './shown-pictures.ts';
import { structuredData } from './structured-data.ts';

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

/** A rendered page with its critical CSS. */
interface StyledPage extends RenderedPage {
  page: PageToRender;
  style: string;
}

interface Prerenderer {
  pagesToRender(): PageToRender[];
  notFoundPage: PageToRender;
  renderPage(page: PageToRender): Promise<RenderedPage>;
}

/**
 * Static site generation: prerenders every page to `dist/pages` and writes `dist/pages.json`. Needs both of Vite's builds
 * in `dist`.
 * @returns what each page says about itself
 */
export async function writePages(dist: string): Promise<PageFacts[]> {
  const client = join(dist, 'client');
  // The template's own indentation would take twenty of the bytes of each page's first round trip.
  const indented = await readFile(join(client, 'index.html'), 'utf8');
  const template = indented.replaceAll(/>\s+</g, '><').replaceAll(' />', '>');
  const chunks = readChunks(client);
  const { pagesToRender, notFoundPage, renderPage } = (await import(
    pathToFileURL(join(dist, 'prerender/prerender.js')).href
  )) as Prerenderer;

  const inline = await buildInline(client);
  const index: Manifest = {
    pages: {},
    notFound: { file: '', style: '' },
    script: hashOf(inline.script),
  };

  const characters = await firstCharacters();
  const routeOf = new Map(concretePaths().map((concrete) => [concrete.path, concrete]));
  const facts: PageFacts[] = [];
  let largest = 0;
  const say = sayProgress('Pages written:');
  const pages = [...pagesToRender(), notFoundPage];
  for (const [written, page] of pages.entries()) {
    const rendered = await renderPage(page);
    const styled = { ...rendered, page, style: inline.styleOf(rendered.body) };
    if (page.indexed) largest = Math.max(largest, chunks.firstLoad(page.screenFile));
    const route = routeOf.get(page.path);
    let forRobots = '';
    if (route) {
      const said = factsOf({ ...route, indexed: page.indexed }, rendered);
      facts.push(said);
      forRobots = previewTags(said) + structuredData(said, faq);
    }
    const html = fillTemplate(template, {
      head: rendered.head + partsOf(styled, chunks, inline),
      body: rendered.body,
      forRobots,
    });
    assertNothingElseInline(html, styled, inline);
    assertWritten(rendered.body, characters, page.path);
    assertPicturesThere(html, client, page.path);
    const file = page.path === '/' ? 'index.html' : `${page.path.slice(1)}.html`;
    await mkdir(dirname(join(dist, 'pages', file)), { recursive: true });
    await writeFile(join(dist, 'pages', file), html);
    const built = { file, style: hashOf(styled.style) };
    if (page === notFoundPage) index.notFound = built;
    else index.pages[page.path] = { ...built, indexed: page.indexed };
    say(written + 1, pages.length);
  }
  await writeFile(join(dist, 'pages.json'), `${JSON.stringify(index, null, 2)}\n`);
  // The bare template and the build's own notes are no pages of the site.
  await Promise.all([rm(join(client, 'index.html')), rm(join(client, '.vite'), { recursive: true })]);

  console.log(
    `${pages.length} pages, at most ${(largest / 1000).toFixed(1)} kB of JavaScript for a public one, ${(chunks.signIn() / 1000).toFixed(1)} kB more to sign in.`,
  );
  return facts;
}

/**
 * The head's fonts, styles and scripts. A public page is readable before it is hydrated (client/start.ts), so it only names
 * its scripts and the deferred stylesheet; any other page needs both at once and preloads them.
 */
function partsOf({ page, style }: StyledPage, chunks: Chunks, inline: Inline): string {
  const scripts = chunks.ofScreen(page.screenFile).map((file) => `/${file}`);
  const deferredStyle = `/${inline.deferredStyle}`;
  const parts = chunks.fonts.map(
    (font) => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
  );
  if (!page.indexed) parts.push(...scripts.map((file) => `<link rel="modulepreload" href="${file}">`));
  parts.push(`<style>${style}</style>`);
  if (!page.indexed) parts.push(`<link rel="stylesheet" href="${deferredStyle}">`);
  parts.push(
    `<script type="module" data-files="${scripts.join(' ')}"${page.indexed ? ` data-styles="${deferredStyle}"` : ''}>`,
    `${inline.script}</script>`,
  );
  return parts.join('');
}

/** The tags that Vite wrote into the template: pages have the styles inlined, and the boot script imports the entry. */
const viteTags =
  /(?:\s*<script type="module" crossorigin src="[^"]+"><\/script>)+\s*<link rel="stylesheet" crossorigin href="[^"]+">/;

/** What only robots read comes last in the head, so that a browser meets the styles first. */
function fillTemplate(
  template: string,
  { head, body, forRobots }: RenderedPage & { forRobots: string },
): string {
  if (!viteTags.test(template)) throw new Error("Vite's tags are not where they were in client/index.html.");
  const withHead = replaceOnce(template.replace(viteTags, ''), '<!--page-head-->', head);
  return replaceOnce(replaceOnce(withHead, '</head>', `${forRobots}</head>`), '<!--page-->', body);
}

/** @throws {Error} when the template does not have the marker exactly once */
function replaceOnce(text: string, marker: string, replacement: string): string {
  const parts = text.split(marker);
  if (parts.length !== 2) throw new Error(`client/index.html must hold ${marker} once.`);
  return parts.join(replacement);
}

/**
 * The pages' content security policy allows these two texts by their hashes and no other inline script or style, so a page
 * that had one would be broken.
 * @throws {Error} naming the page
 */
function assertNothingElseInline(html: string, { page, style }: StyledPage, { script }: Inline): void {
  const rest = html.replace(`<style>${style}</style>`, '').replace(`>${script}</script>`, ' src>');
  const inline = rest.match(
    /<script(?![^>]*\s(?:src|type="application\/))[^>]*>|<style\b|\sstyle="|\son\w+="/,
  );
  if (inline) throw new Error(`The page ${page.path} has something inline: ${inline[0]}`);
}

/**
 * The preloaded fonts are subsets. A character that they lack would make the page load another font for it.
 * @throws {Error} naming the page and the character
 */
function assertWritten(body: string, characters: ReadonlySet<string>, path: string): void {
  const missing = [...body].find((character) => character >= ' ' && !characters.has(character));
  if (missing)
    throw new Error(`The page ${path} has a "${missing}", which client/styles/fonts.css does not name.`);
}
