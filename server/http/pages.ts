import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { PublicConfig } from '#shared/api/config.ts';
import { redirects, routes, type SiteRoute } from '#shared/routes.ts';
import { type Held, heldFiles, holdPage, send } from './held-files.ts';

/** The built site, held in memory with its compressed forms. */
export interface Site {
  handler: RequestHandler;
}

/**
 * Loads the built site.
 * @param directory `dist/` as `npm run build` leaves it
 * @throws when the site was not built
 */
export function loadSite(directory: string, config: PublicConfig): Site {
  const index = join(directory, 'pages.json');
  if (!existsSync(index))
    throw new Error(`There is no built site in ${directory}: run "npm run build" first`);
  const built = JSON.parse(readFileSync(index, 'utf8')) as {
    pages: Record<string, { file: string }>;
    notFound: string;
  };
  const page = (file: string) => holdPage(readFileSync(join(directory, 'pages', file), 'utf8'), config);
  const held = new Map<string, Held>([
    ...heldFiles(join(directory, 'client'), config),
    ...Object.entries(built.pages).map(([path, { file }]) => [path, page(file)] as const),
  ]);
  const notFound = page(built.notFound);

  return {
    async handler(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.set('allow', 'GET, HEAD').status(405);
        await send(request, response, notFound);
        return;
      }
      const { path } = request;
      const found = held.get(path);
      if (found) {
        response.locals.served = path;
        await send(request, response, found);
        return;
      }
      const elsewhere = redirectOf(path, held);
      if (elsewhere) {
        response.locals.served = '(redirect)';
        response.redirect(elsewhere.status, elsewhere.to);
        return;
      }
      response.locals.served = '(not found)';
      response.status(404);
      await send(request, response, notFound);
    },
  };
}

/** Where a path without a page leads: a redirect of the site, the path without its last slash, or a fallback. */
function redirectOf(path: string, held: ReadonlyMap<string, Held>): { status: 301 | 302; to: string } | null {
  const trimmed = path.replace(/\/+$/, '') || '/';
  const to = Object.hasOwn(redirects, trimmed) ? redirects[trimmed] : undefined;
  if (to !== undefined) return { status: 301, to };
  if (trimmed !== path && held.has(trimmed)) return { status: 301, to: trimmed };
  const parameterised = (Object.values(routes) as SiteRoute[]).find((route) => {
    const prefix = route.path.slice(0, route.path.indexOf(':'));
    return (
      route.fallback !== undefined &&
      trimmed.startsWith(prefix) &&
      !trimmed.slice(prefix.length).includes('/')
    );
  });
  return parameterised?.fallback === undefined ? null : { status: 302, to: parameterised.fallback };
}
