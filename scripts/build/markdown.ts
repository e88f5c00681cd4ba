import { Marked } from 'marked';
import type { Plugin } from 'vite';
import { paths } from '../../shared/routes.ts';
import { site } from '../../shared/site.ts';

/** A Markdown file as the site uses it. */
export interface MarkdownDocument {
  /** The `key: value` lines between two `---` lines at the top. */
  frontMatter: Record<string, string>;
  html: string;
}

const marked = new Marked({ gfm: true });

/**
 * Turns a Markdown file into HTML. `{{site.email.press}}` stands for a fact of `shared/site.ts` and `{{paths.contact}}`
 * for a path of `shared/routes.ts`, so that no document repeats either.
 * @throws {Error} when the front matter is never closed or has a line that is no `key: value`, or a placeholder names nothing
 */
export function renderMarkdown(source: string): MarkdownDocument {
  const { frontMatter, body } = splitFrontMatter(source);
  const filled = body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) => factOf(name));
  return { frontMatter, html: marked.parse(filled, { async: false }) };
}

function splitFrontMatter(source: string): { frontMatter: Record<string, string>; body: string } {
  if (!source.startsWith('---\n')) return { frontMatter: {}, body: source };
  const end = source.indexOf('\n---\n', 3);
  if (end === -1) throw new Error('The front matter is never closed with a line "---".');
  const lines = source.slice(4, end).split('\n');
  const frontMatter = Object.fromEntries(
    lines.map((line) => {
      const [, key, value] = /^(\w+): (.+)$/.exec(line) ?? [];
      if (!key || !value) throw new Error(`"${line}" in the front matter is no "key: value".`);
      return [key, value] as const;
    }),
  );
  return { frontMatter, body: source.slice(end + 5) };
}

function factOf(name: string): string {
  const [room = '', ...keys] = name.split('.');
  const pathTo = room === 'paths' && keys.length === 1 ? pathNamed(keys[0]) : undefined;
  const fact = room === 'site' ? keys.reduce<unknown>(property, site) : pathTo;
  if (typeof fact !== 'string') throw new Error(`{{${name}}} names no text of the site.`);
  return fact;
}

function property(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined;
}

function pathNamed(name: string | undefined): string | undefined {
  const build = property(paths, name ?? '');
  // A path with a parameter cannot be told from its name alone.
  return typeof build === 'function' && build.length === 0 ? String(build()) : undefined;
}

/** Vite plugin: importing a `.md` file gives its `html`, ready at build time; no Markdown and no parser is sent. */
export function markdownDocuments(): Plugin {
  return {
    name: 'markdown-documents',
    transform: {
      filter: { id: /\.md$/ },
      handler: (source) => ({
        code: `export const html = ${JSON.stringify(renderMarkdown(source).html)};`,
        map: { mappings: '' },
      }),
    },
  };
}
