import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { splitStylesheet } from './stylesheet.ts';

/** What stands in every page itself, so that a first load need not ask for it. */
export interface Inline {
  /** The part of the stylesheet that public pages need. */
  style: string;
  /** client/start.ts. */
  script: string;
}

export interface BuiltInline extends Inline {
  /** The path of the other part of the stylesheet, relative to `client`. */
  laterStyle: string;
}

/**
 * Divides the client build's stylesheet into what stands in the pages and a file, and builds the script that starts
 * everything.
 * @param bodies the HTML of every public page
 * @throws {Error} when there is not exactly one stylesheet, its layers stand in the wrong order, or what is put into the
 *   pages would end its element
 */
export async function buildInline(client: string, bodies: readonly string[]): Promise<BuiltInline> {
  const [file, ...others] = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.css'));
  if (!file || others.length > 0) throw new Error('The build must have one stylesheet.');
  const stylesheet = join(client, 'assets', file);
  const { first, later } = splitStylesheet((await readFile(stylesheet, 'utf8')).trim(), bodies);
  const laterStyle = `assets/later-${createHash('sha256').update(later).digest('hex').slice(0, 8)}.css`;
  await rm(stylesheet);
  await writeFile(join(client, laterStyle), later);
  const script = await startScript();
  if (/<\/(?:style|script)/i.test(first + script)) {
    throw new Error('The stylesheet or client/start.ts would end its element in a page.');
  }
  return { style: first, script, laterStyle };
}

/** What a content security policy calls this very text (CSP Level 3, "hash-source"). */
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
