import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { PublicConfig } from '#shared/api/config.ts';
import { redirects, routes, type SiteRoute } from '#shared/routes.ts';
import { publicUrlPlaceholder } from '#shared/site.ts';
import { etagOf, isHeldByClient } from './etag.ts';

/** The built site, held in memory with its compressed forms. */
export interface Site {
  handler: RequestHandler;
}

type Encoding = 'br' | 'gzip' | 'identity';

interface Held {
  type: string;
  cacheControl: string;
  etag: string;
  /** Forms are made at build time for files; for pages, which differ by configuration, on first use. */
  form(encoding: Encoding): Buffer | Promise<Buffer>;
  encodings: Encoding[];
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.zip': 'application/zip',
  '.pdf': 'application/pdf',
};

const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, no-cache';
const anHour = 'public, max-age=3600';

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
    ...heldFiles(join(directory, 'client')),
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

async function send(request: Request, response: Response, held: Held): Promise<void> {
  const accepted = request.acceptsEncodings(held.encodings);
  const encoding = accepted === false ? 'identity' : (accepted as Encoding);
  response.set({
    'content-type': held.type,
    'cache-control': held.cacheControl,
    etag: held.etag,
    vary: 'Accept-Encoding',
  });
  if (response.statusCode === 200 && isHeldByClient(request, held.etag)) {
    response.status(304).end();
    return;
  }
  if (encoding !== 'identity') response.set('content-encoding', encoding);
  const body = await held.form(encoding);
  response.set('content-length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A page as this configuration shows it: its own address, the settings for the scripts, and the test banner. */
function holdPage(html: string, config: PublicConfig): Held {
  // "<" must not end the script element early.
  const settings = JSON.stringify(config).replaceAll('<', '\\u003c');
  const banner = config.testPayments
    ? '<aside class="site-banner" aria-label="Test mode">Test shop. Payments are simulated and nothing is charged.</aside>'
    : '';
  const text = html
    .replaceAll(publicUrlPlaceholder, () => config.publicUrl)
    .replace(
      '<!--site-config-->',
      () => `<script type="application/json" id="site-config">${settings}</script>`,
    )
    .replace('<!--site-banner-->', () => banner);
  const plain = Buffer.from(text);
  const forms = new Map<Encoding, Promise<Buffer>>();
  const compress: Record<Encoding, () => Promise<Buffer>> = {
    br: () => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: () => promisify(gzip)(plain, { level: 9 }),
    identity: async () => plain,
  };
  return {
    type: 'text/html; charset=utf-8',
    cacheControl: revalidated,
    etag: etagOf(plain),
    encodings: ['br', 'gzip', 'identity'],
    form(encoding) {
      let form = forms.get(encoding);
      if (!form) {
        form = compress[encoding]();
        forms.set(encoding, form);
      }
      return form;
    },
  };
}

/** The files of the client build, by their address; the build has put the compressed forms beside them. */
function heldFiles(directory: string): [string, Held][] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => extname(file) in contentTypes);
  return names.map((file) => {
    const address = file.slice(directory.length).replaceAll('\\', '/');
    const forms = new Map<Encoding, Buffer>([['identity', readFileSync(file)]]);
    if (existsSync(`${file}.br`)) forms.set('br', readFileSync(`${file}.br`));
    if (existsSync(`${file}.gz`)) forms.set('gzip', readFileSync(`${file}.gz`));
    const plain = forms.get('identity') as Buffer;
    return [
      address,
      {
        type: contentTypes[extname(file)] as string,
        cacheControl: address.startsWith('/assets/') ? immutable : anHour,
        etag: etagOf(plain),
        encodings: (['br', 'gzip', 'identity'] as const).filter((encoding) => forms.has(encoding)),
        form: (encoding) => forms.get(encoding) ?? plain,
      },
    ];
  });
}
