import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { splitStylesheet } from './stylesheet.ts';

/** What is inlined into pages, so that a first load need not ask for it. */
export interface Inline {
  /** The critical CSS of a page. @param body the page's HTML */
  styleOf(body: string): string;
  /** client/start.ts, bundled: the same in every page. */
  script: string;
  /** The path of the deferred stylesheet, relative to `client`. */
  deferredStyle: string;
}

/**
 * Splits the client build's stylesheet into the critical CSS of each page and a deferred file, and bundles the boot script.
 * @throws {Error} when there is not exactly one stylesheet, its layers are in the wrong order, or an inlined text holds the
 *   closing tag of its own element
 */
export async function buildInline(client: string): Promise<Inline> {
  const [file, ...others] = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.css'));
  if (!file || others.length > 0) throw new Error('The build must have one stylesheet.');
  const stylesheet = join(client, 'assets', file);
  const css = (await readFile(stylesheet, 'utf8')).trim();
  const { critical, deferred } = splitStylesheet(css);
  const deferredStyle = `assets/deferred-${createHash('sha256').update(deferred).digest('hex').slice(0, 8)}.css`;
  await rm(stylesheet);
  await writeFile(join(client, deferredStyle), deferred);
  const script = await startScript();
  if (/<\/(?:style|script)/i.test(css + script)) {
    throw new Error('The stylesheet or client/start.ts holds the closing tag of its own element.');
  }
  return { styleOf: (body) => critical(body, script), script, deferredStyle };
}

/** The hash by which a content security policy allows an inline text (CSP Level 3, "hash-source"). */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function startScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: resolve(import.meta.dirname, '../../client/start.ts') },
    },
  });
  const chunks = 'output' in built ? built.output : [];
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('client/start.ts must be one file.');
  return chunk.code.trim();
}
