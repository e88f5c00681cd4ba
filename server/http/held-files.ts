import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PublicConfig } from '#shared/api/config.ts';
import { publicUrlPlaceholder } from '#shared/site.ts';
import { bestEncoding, type Encoding } from './encodings.ts';
import { etagOf, isHeldByClient } from './etag.ts';
import type { FixedHeaders, HeaderList } from './fixed-headers.ts';
import type { FollowedResponse } from './follow-request.ts';

/** One form of something held: the body, and all headers that go with it. */
interface Form {
  headers: HeaderList;
  body: Buffer;
}

/** Something the site answers with, in memory, down to its headers. */
export interface Held {
  etag: string;
  encodings: readonly Encoding[];
  /** What every answer with it says, also that it has not changed. */
  headers: HeaderList;
  /** The form, when it is there: files have theirs from the build, texts, which differ by configuration, on first use. */
  ready(encoding: Encoding): Form | undefined;
  form(encoding: Encoding): Promise<Form>;
}

/** What is held is made for a configuration, and carries the headers of the site. */
export interface HoldOptions {
  config: PublicConfig;
  fixed: FixedHeaders;
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

/** What a browser opens as a document of its own, scripts and all. */
const documents = new Set(['.html', '.svg', '.xml', '.atom', '.pdf']);

/** Files past this many bytes are few, rarely asked for and no part of a page: they stay on disk. */
const largestHeld = 1024 * 1024;

const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, no-cache';
export const anHour = 'public, max-age=3600';

/** A page as this configuration shows it: its own address, the settings for the scripts, and the test banner. */
export function holdPage(html: string, options: HoldOptions): Held {
  const { config } = options;
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
  return holdText(text, '.html', options);
}

/** A text with this site's address in the placeholder's stead. */
function holdText(template: string, extension: string, options: HoldOptions): Held {
  const plain = Buffer.from(template.replaceAll(publicUrlPlaceholder, () => options.config.publicUrl));
  const etag = etagOf(plain);
  const headers = headersOf(extension, etag, revalidated, options.fixed);
  const forms = new Map<Encoding, Form>();
  const underWay = new Map<Encoding, Promise<Form>>();
  const compress: Record<Encoding, () => Promise<Buffer>> = {
    // A kilobyte less of a page than 9 makes. 11 would take three times as long, whenever a page is first asked for, for a
    // third of that again.
    br: () =>
      promisify(brotliCompress)(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 10,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      }),
    gzip: () => promisify(gzip)(plain, { level: 9 }),
    identity: async () => plain,
  };
  async function make(encoding: Encoding): Promise<Form> {
    const form = formOf(headers, encoding, await compress[encoding]());
    forms.set(encoding, form);
    return form;
  }
  return {
    etag,
    headers,
    encodings: ['br', 'gzip', 'identity'],
    ready: (encoding) => forms.get(encoding),
    form(encoding) {
      const form = underWay.get(encoding) ?? make(encoding);
      underWay.set(encoding, form);
      return form;
    },
  };
}

/** The files of a build: those to hold in memory, by their address, and the addresses of those to send from disk. */
export interface BuiltFiles {
  held: [string, Held][];
  onDisk: string[];
}

/** The files of the client build; the build has put the compressed forms beside them. */
export function builtFiles(directory: string, options: HoldOptions): BuiltFiles {
  const addresses = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in contentTypes)
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'));
  const isLarge = (address: string) => statSync(join(directory, address)).size > largestHeld;
  const onDisk = addresses.filter(isLarge);
  const held = addresses.filter((address) => !onDisk.includes(address));
  return { held: held.map((address) => [address, holdBuilt(directory, address, options)]), onDisk };
}

function holdBuilt(directory: string, address: string, options: HoldOptions): Held {
  const file = join(directory, address);
  if (addressed.has(extname(file))) return holdText(readFileSync(file, 'utf8'), extname(file), options);
  const hashed = address.startsWith('/assets/') || /\.[0-9a-f]{8}\.\w+$/.test(address);
  return holdFile(file, hashed ? immutable : anHour, options.fixed);
}

function holdFile(file: string, cacheControl: string, fixed: FixedHeaders): Held {
  const plain = readFileSync(file);
  const etag = etagOf(plain);
  const headers = headersOf(extname(file), etag, cacheControl, fixed);
  const identity = formOf(headers, 'identity', plain);
  const forms = new Map<Encoding, Form>([['identity', identity]]);
  if (existsSync(`${file}.br`)) forms.set('br', formOf(headers, 'br', readFileSync(`${file}.br`)));
  if (existsSync(`${file}.gz`)) forms.set('gzip', formOf(headers, 'gzip', readFileSync(`${file}.gz`)));
  const ready = (encoding: Encoding) => forms.get(encoding) ?? identity;
  return { etag, headers, encodings: [...forms.keys()], ready, form: async (encoding) => ready(encoding) };
}

function headersOf(extension: string, etag: string, cacheControl: string, fixed: FixedHeaders): HeaderList {
  return [
    ...['content-type', contentTypes[extension] as string, 'cache-control', cacheControl],
    ...['etag', etag, 'vary', 'Accept-Encoding', 'server-timing', 'memory'],
    ...(documents.has(extension) ? fixed.all : fixed.plain),
  ];
}

function formOf(headers: HeaderList, encoding: Encoding, body: Buffer): Form {
  const packed = encoding === 'identity' ? [] : ['content-encoding', encoding];
  return { body, headers: [...headers, ...packed, 'content-length', String(body.length)] };
}

/**
 * Answers with what is held, in the best form the client takes, if that form is there.
 * @returns whether it has answered
 */
export function sendReady(request: IncomingMessage, response: FollowedResponse, held: Held): boolean {
  if (isHeldByClient(request.headers['if-none-match'], held.etag)) {
    response.writeHead(304, [...held.headers, 'x-request-id', response.locals.requestId]).end();
    return true;
  }
  const form = held.ready(bestEncoding(request.headers['accept-encoding'], held.encodings));
  if (form) write(request, response, form, 200);
  return form !== undefined;
}

/** Answers with what is held, in the best form the client takes, which may have to be made first. */
export async function send(
  request: IncomingMessage,
  response: FollowedResponse,
  held: Held,
  status: number,
): Promise<void> {
  const form = await held.form(bestEncoding(request.headers['accept-encoding'], held.encodings));
  write(request, response, form, status);
}

function write(request: IncomingMessage, response: FollowedResponse, form: Form, status: number): void {
  response.writeHead(status, [...form.headers, 'x-request-id', response.locals.requestId]);
  response.end(request.method === 'HEAD' ? undefined : form.body);
}
