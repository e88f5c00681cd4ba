// Static files and pages of the client build: reading them, content types, Cache-Control, the cached forms.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { PublicConfig } from '#shared/api/config.ts';
import { jsonForScript } from '#shared/json-for-script.ts';
import { publicUrlPlaceholder } from '#shared/site.ts';
import { type CachedFile, cacheFile } from './cached-file.ts';
import { etagOf } from './etag.ts';
import { fillMarkup, fillPage } from './fill-page.ts';
import { type SecurityHeaders, withUseElsewhere } from './security-headers.ts';

/** What caching depends on: the configuration, and the site's security headers. */
export interface StaticOptions {
  config: PublicConfig;
  security: SecurityHeaders;
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.zip': 'application/zip',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.opus': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
};

/** Files that contain the site's address or the company's facts; the build leaves placeholders in them, as in pages. */
const addressed = new Set(['.xml', '.atom', '.txt', '.webmanifest']);

/** Files that a browser can open as documents, which may run scripts. */
const documents = new Set(['.html', '.svg', '.xml', '.atom', '.pdf']);

/**
 * Files that pages of other sites may show: link previews, feed readers, picture searches and webmail load the pictures that the
 * pages, the sitemap and the feed name straight into their own pages. They are the same for everybody and tell nothing of a visitor.
 */
const pictures = new Set(['.svg', '.png', '.jpg', '.webp', '.avif', '.ico']);

/** Larger files, in bytes, are few, rarely requested and no part of a page: they are streamed from disk. */
const largestCached = 1024 * 1024;

const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, no-cache';
export const anHour = 'public, max-age=3600';

/** The year of the copyright line, which is that of the build until the page is cached. */
const copyrightYear = /(?<=© \d{4} – )\d{4}/g;

/**
 * A page for this configuration: with its own address, the settings for the scripts, the year of its copyright line, and the
 * test banner.
 * @param year the present one, `YYYY`
 */
export function cachePage(html: string, year: string, options: StaticOptions): CachedFile {
  const { config } = options;
  const banner = config.testPayments
    ? '<aside class="site-banner" aria-label="Test mode">Test shop. Payments are simulated and nothing is charged.</aside>'
    : '';
  const text = fillPage(html, config.facts)
    .replace(
      '<!--site-config-->',
      () => `<script type="application/json" id="site-config">${jsonForScript(config)}</script>`,
    )
    .replace('<!--site-banner-->', () => banner)
    .replace(copyrightYear, year);
  return cacheText(text, '.html', options);
}

/** A text file with this site's address in place of the placeholder. */
function cacheText(template: string, extension: string, options: StaticOptions): CachedFile {
  const plain = Buffer.from(template.replaceAll(publicUrlPlaceholder, () => options.config.publicUrl));
  return cacheFile(plain, headersOf(extension, revalidated, options), 'on first use');
}

/** A picture that is drawn at start. */
export function cacheDrawing(svg: string, { security }: StaticOptions): CachedFile {
  return cacheFile(Buffer.from(svg), headersOf('.svg', anHour, { security }), 'on first use');
}

/** A file of the client build as it was read. */
export interface BuiltFile {
  path: string;
  plain: Buffer;
  etag: string;
  /** The forms that the build has precompressed. */
  compressed: { br?: Buffer; gzip?: Buffer };
}

/** Reads the files of the client build. @returns those for the cache, and the paths of those that are streamed from disk */
export function readStaticFiles(directory: string): { files: BuiltFile[]; onDisk: string[] } {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in contentTypes)
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'));
  const { onDisk = [], read = [] } = Object.groupBy(paths, (path) =>
    statSync(join(directory, path)).size > largestCached ? 'onDisk' : 'read',
  );
  return { files: read.map((path) => readFile(directory, path)), onDisk };
}

function readFile(directory: string, path: string): BuiltFile {
  const file = join(directory, path);
  const plain = readFileSync(file);
  const compressed = {
    ...(existsSync(`${file}.br`) && { br: readFileSync(`${file}.br`) }),
    ...(existsSync(`${file}.gz`) && { gzip: readFileSync(`${file}.gz`) }),
  };
  return { path, plain, etag: etagOf(plain), compressed };
}

/** A file of the build for this configuration: with the site's own address and the company's facts where they belong. */
export function cacheBuiltFile(
  { path, plain, etag, compressed }: BuiltFile,
  options: StaticOptions,
): CachedFile {
  const extension = extname(path);
  if (addressed.has(extension))
    return cacheText(fillMarkup(plain.toString(), options.config.facts), extension, options);
  const hashed = path.startsWith('/assets/') || /\.[0-9a-f]{8}\.\w+$/.test(path);
  return cacheFile(plain, headersOf(extension, hashed ? immutable : anHour, options), compressed, etag);
}

function headersOf(
  extension: string,
  cacheControl: string,
  { security }: Pick<StaticOptions, 'security'>,
): string[] {
  const { document, resource } = pictures.has(extension) ? withUseElsewhere(security) : security;
  return [
    ...['content-type', contentTypes[extension] as string, 'cache-control', cacheControl],
    ...(documents.has(extension) ? document : resource),
  ];
}
