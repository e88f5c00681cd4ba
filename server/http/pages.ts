// Routing of pages and static files: from the cache or from disk, redirects, 404 and 405.

import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { SetUpFault } from '#server/set-up-fault.ts';
import { anyValueName, endedCheckouts, secretValues } from '#shared/concrete-paths.ts';
import { type RouteName, redirects, routeOf, routes, type SiteRoute } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts';
import { type CachedFile, sendFile } from './cached-file.ts';
import { qrCodes } from './qr-codes.ts';
import { type ContextResponse, setServerTiming } from './request-context.ts';
import { withInlineStyle, withoutReferrer } from './security-headers.ts';
import {
  anHour,
  type BuiltFile,
  cacheBuiltFile,
  cacheDrawing,
  cachePage,
  readStaticFiles,
  type StaticOptions,
} from './static-files.ts';
import { beginStream, unlessGone } from './streams.ts';

/** The built site: its pages and static files, cached in memory with their compressed forms, except the largest files. */
export interface Site {
  /** Answers a request for a page or a file from the cache. @returns whether it has answered */
  answer(request: IncomingMessage, response: ContextResponse): boolean;
  /** Answers everything: pages, files, redirects, 404 and 405. */
  handler: RequestHandler;
  /** Makes the pages anew once their copyright line names a past year. @param moment the present one */
  updateYear(moment: Date): void;
}

/** What the build has written into its manifest. */
export interface Manifest {
  pages: Record<string, BuiltPage & { indexed: boolean }>;
  notFound: BuiltPage;
  /** The hash of the script that is inlined in every page: `sha256-…`. */
  script: string;
}

/**
 * The site as it was built, the same whatever its configuration. All of it is read at once: an update in place may have
 * replaced the files by the time that pages are made anew.
 */
export interface BuiltSite extends Manifest {
  /** The pages' templates, by file. */
  templates: ReadonlyMap<string, string>;
  files: readonly BuiltFile[];
  /** Of the client build, for what is streamed from it. */
  directory: string;
  onDisk: ReadonlySet<string>;
}

/** A page's file below `pages`, and the hash of its inline style. */
interface BuiltPage {
  file: string;
  style: string;
}

/**
 * Reads the built site.
 * @param directory `dist/` as `npm run build` leaves it
 * @throws {SetUpFault} when the site was not built
 * @throws when a page or a file of it is missing
 */
export function readBuiltSite(directory: string): BuiltSite {
  const index = join(directory, 'pages.json');
  if (!existsSync(index))
    throw new SetUpFault(`There is no built site in ${directory}: run "npm run build" first.`);
  const manifest = JSON.parse(readFileSync(index, 'utf8')) as Manifest;
  const templates = new Map(
    [...Object.values(manifest.pages), manifest.notFound].map(({ file }) => [
      file,
      readFileSync(join(directory, 'pages', file), 'utf8'),
    ]),
  );
  const client = join(directory, 'client');
  const { files, onDisk } = readStaticFiles(client);
  return { ...manifest, templates, files, directory: client, onDisk: new Set(onDisk) };
}

/**
 * Puts the built site into the cache, for this configuration.
 * @param moment the present one, for the year of the copyright line
 * @throws {SetUpFault} when it lacks a page
 */
export function loadSite(
  { pages, notFound, templates, files, directory, onDisk }: BuiltSite,
  options: StaticOptions,
  moment: Date,
): Site {
  const unchanging = [
    ...files.map((file) => [file.path, cacheBuiltFile(file, options)] as const),
    ...qrCodes(options.config.facts).map(([path, svg]) => [path, cacheDrawing(svg, options)] as const),
  ];
  /** Puts the pages into the cache, as they are in this year. */
  function cachePages(year: string) {
    const page = ({ file, style }: BuiltPage, { config, security } = options) =>
      cachePage(templates.get(file) as string, year, { config, security: withInlineStyle(security, style) });
    // Their URLs contain a secret (claim link tokens), which must not reach another site (Referer) or a log.
    const secretPages = secretRoutes.map(({ path, anyValue }) => {
      const shell = path.replace(/:\w+/, anyValueName);
      const found = pages[shell];
      if (!found) throw new SetUpFault(`The built site lacks the page ${shell}: run "npm run build" again.`);
      const secret = { ...options, security: withoutReferrer(options.security) };
      return {
        prefix: path.slice(0, path.indexOf(':')),
        anyValue,
        shell,
        file: page(found, secret),
      };
    });
    const cache = new Map<string, CachedFile>([
      ...unchanging,
      ...Object.entries(pages).map(([path, built]) => [path, page(built)] as const),
    ]);
    return { year, cache, secretPages, notFound: page(notFound) };
  }
  let cached = cachePages(yearAt(moment));
  const secretPageAt = (path: string) =>
    cached.secretPages.find(
      ({ prefix }) => path.startsWith(prefix) && /^[^/]+$/.test(path.slice(prefix.length)),
    );
  /** The page or file at a path, and its name in metrics. */
  function lookUp(path: string): { file: CachedFile; name: string } | undefined {
    const file = cached.cache.get(path);
    if (file) return { file, name: path };
    const secret = secretPageAt(path);
    if (!secret?.anyValue.test(path.slice(secret.prefix.length))) return undefined;
    return { file: secret.file, name: secret.shell };
  }
  function answerFrom(path: string, request: IncomingMessage, response: ContextResponse): boolean {
    const found = lookUp(path);
    if (!found) return false;
    response.locals.quietRoute = found.name;
    sendFile(request, response, found.file);
    return true;
  }

  return {
    answer(request, response) {
      const { method, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const query = url.indexOf('?');
      return answerFrom(query === -1 ? url : url.slice(0, query), request, response);
    },
    handler(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.set('allow', 'GET, HEAD');
        sendFile(request, response, cached.notFound, 405);
        return;
      }
      if (answerFrom(request.path, request, response)) return;
      if (onDisk.has(request.path)) {
        response.locals.quietRoute = request.path;
        beginStream(response);
        setServerTiming(response);
        response
          .set('cache-control', anHour)
          .sendFile(request.path, { root: directory, cacheControl: false }, unlessGone(response, next));
        return;
      }
      const elsewhere = redirectOf(
        request.path,
        (path) => cached.cache.has(path),
        (path) => secretPageAt(path) !== undefined,
      );
      if (elsewhere) {
        response.locals.quietRoute = '(redirect)';
        setServerTiming(response);
        // The query string is kept: a campaign or the payment page may have added it.
        const query = request.url.indexOf('?');
        response.redirect(elsewhere.status, elsewhere.to + (query === -1 ? '' : request.url.slice(query)));
        return;
      }
      response.locals.quietRoute = '(not found)';
      // A secret with a letter too few or too many: its own page says what to do about that, as it does in the browser.
      sendFile(request, response, secretPageAt(request.path)?.file ?? cached.notFound, 404);
    },
    updateYear(moment) {
      if (yearAt(moment) !== cached.year) cached = cachePages(yearAt(moment));
    },
  };
}

/** The shop's year at a moment, `YYYY`. */
const yearAt = (moment: Date): string => shopDay(moment).slice(0, 4);

const secretRoutes = Object.entries(secretValues).flatMap(([name, anyValue]) =>
  anyValue ? [{ path: routeOf(name as RouteName).path, anyValue }] : [],
);

/**
 * Where a path without a page redirects to: a redirect of the site, the path without superfluous slashes and in small
 * letters, as people type it from a poster, or a fallback.
 * @param isSecretPage whether a path holds a secret, in which capitals count
 */
function redirectOf(
  path: string,
  isPage: (path: string) => boolean,
  isSecretPage: (path: string) => boolean,
): { status: 301 | 302; to: string } | null {
  const cased = withoutTrailingSlashes(path.replaceAll(/\/{2,}/g, '/')) || '/';
  if (cased !== path && isSecretPage(cased)) return { status: 301, to: cased };
  const trimmed = cased.toLowerCase();
  const to = redirects.get(trimmed);
  if (to !== undefined) return { status: 301, to };
  if (trimmed !== path && isPage(trimmed)) return { status: 301, to: trimmed };
  const ended = endedCheckouts.get(trimmed);
  // For now only: a licence may be renewed.
  if (ended !== undefined) return { status: 302, to: ended };
  const parameterised = (Object.values(routes) as SiteRoute[]).find((route) => {
    if (route.fallback === undefined) return false;
    return [route.path, ...(route.aliases ?? [])].some((pattern) => {
      const prefix = pattern.slice(0, pattern.indexOf(':'));
      return (
        pattern.includes(':') && trimmed.startsWith(prefix) && !trimmed.slice(prefix.length).includes('/')
      );
    });
  });
  return parameterised?.fallback === undefined ? null : { status: 302, to: parameterised.fallback };
}
