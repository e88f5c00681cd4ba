import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** What stands in every page itself, so that a first load need not ask for it. */
export interface Inline {
  /** The one stylesheet. */
  style: string;
  /** client/start.ts. */
  script: string;
}

/**
 * Takes the stylesheet out of the client build, and builds the script that starts everything.
 * @throws {Error} when there is not exactly one stylesheet, its layers stand in the wrong order, or either would end the
 *   element it is put into
 */
export async function takeInline(client: string): Promise<Inline> {
  const inline = { style: await takeStylesheet(join(client, 'assets')), script: await startScript() };
  if (/<\/(?:style|script)/i.test(inline.style + inline.script)) {
    throw new Error('The stylesheet or client/start.ts would end its element in a page.');
  }
  return inline;
}

/** What a content security policy calls this very text (CSP Level 3, "hash-source"). */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function takeStylesheet(assets: string): Promise<string> {
  const [file, ...others] = (await readdir(assets)).filter((name) => name.endsWith('.css'));
  if (!file || others.length > 0) throw new Error('The build must have one stylesheet.');
  const css = (await readFile(join(assets, file), 'utf8')).trim();
  assertLayersInOrder(css);
  await rm(join(assets, file));
  return css;
}

/**
 * The stylesheet's layers take their order from where each is first named, and a bundler may move files.
 * @throws {Error} when the components would lose against the base
 */
function assertLayersInOrder(css: string): void {
  const order = [
    ...new Set([...css.matchAll(/@layer ([a-z, ]+)[{;]/g)].flatMap(([, names = '']) => names.split(/, */))),
  ];
  if (order.join() !== 'reset,tokens,base,components,preferences') {
    throw new Error(`The stylesheet's layers stand in the wrong order: ${order.join()}.`);
  }
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
