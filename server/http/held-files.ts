import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { PublicConfig } from '#shared/api/config.ts';
import { publicUrlPlaceholder } from '#shared/site.ts';
import { etagOf, isHeldByClient } from './etag.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** Something the site answers with, in memory. */
export interface Held {
  type: string;
  cacheControl: string;
  etag: string;
  /** Forms are made at build time for files; for texts, which differ by configuration, on first use. */
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

/** Files that name the site's address; the build leaves a placeholder in them, as in pages. */
const addressed = new Set(['.xml', '.atom', '.txt', '.webmanifest']);

const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, no-cache';
const anHour = 'public, max-age=3600';

/** A page as this configuration shows it: its own address, the settings for the scripts, and the test banner. */
export function holdPage(html: string, config: PublicConfig): Held {
  // "<" must not end the script element early.
  const settings = JSON.stringify(config).replaceAll('<', '\\u003c');
  const banner = config.testPayments
    ? '<aside class="site-banner" aria-label="Test mode">Test shop. Payments are simulated and nothing is charged.</aside>'
    : '';
  const text = html
    .replace(
      '<!--site-config-->',
      () => `<script type="application/json" id="site-config">${settings}</script>`,
    )
    .replace('<!--site-banner-->', () => banner);
  return holdText(text, 'text/html; charset=utf-8', config);
}

/** A text with this site's address in the placeholder's stead. */
function holdText(template: string, type: string, { publicUrl }: PublicConfig): Held {
  const plain = Buffer.from(template.replaceAll(publicUrlPlaceholder, () => publicUrl));
  const forms = new Map<Encoding, Promise<Buffer>>();
  const compress: Record<Encoding, () => Promise<Buffer>> = {
    br: () => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: () => promisify(gzip)(plain, { level: 9 }),
    identity: async () => plain,
  };
  return {
    type,
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
export function heldFiles(directory: string, config: PublicConfig): [string, Held][] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => extname(file) in contentTypes);
  return names.map((file) => {
    const address = file.slice(directory.length).replaceAll('\\', '/');
    const type = contentTypes[extname(file)] as string;
    return [
      address,
      addressed.has(extname(file))
        ? holdText(readFileSync(file, 'utf8'), type, config)
        : holdFile(
            file,
            type,
            address.startsWith('/assets/') || /\.[0-9a-f]{8}\.\w+$/.test(address) ? immutable : anHour,
          ),
    ];
  });
}

function holdFile(file: string, type: string, cacheControl: string): Held {
  const plain = readFileSync(file);
  const forms = new Map<Encoding, Buffer>([['identity', plain]]);
  if (existsSync(`${file}.br`)) forms.set('br', readFileSync(`${file}.br`));
  if (existsSync(`${file}.gz`)) forms.set('gzip', readFileSync(`${file}.gz`));
  return {
    type,
    cacheControl,
    etag: etagOf(plain),
    encodings: (['br', 'gzip', 'identity'] as const).filter((encoding) => forms.has(encoding)),
    form: (encoding) => forms.get(encoding) ?? plain,
  };
}

/** Answers with what is held, in the best form the client takes; the status stays as it was set. */
export async function send(request: Request, response: Response, held: Held): Promise<void> {
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
