import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { facts } from '#facts';
import { dayInWords } from '../../shared/day-in-words.ts';
import { documentVersions } from '../../shared/document-versions.ts';
import { closing, opening } from '../../shared/fill-facts.ts';
import { splitFrontMatter } from '../../shared/homes/front-matter.ts';
import { homes } from '../../shared/homes/read.ts';
import { paths } from '../../shared/routes.ts';
import { shopDay } from '../../shared/shop-day.ts';
import { pictureHtml, withArtVersion } from './picture-html.ts';

/** A Markdown file as the site uses it. */
interface MarkdownDocument {
  /** The `key: value` lines between two `---` lines at the top. */
  frontMatter: Record<string, string>;
  html: string;
  chapters: Chapter[];
}

/** A heading of the second depth, and the id by which a link leads to it. */
interface Chapter {
  id: string;
  title: string;
}

const marked = new Marked({
  gfm: true,
  renderer: {
    /** A picture of ours that stands alone is a figure. Everything else is left to the library. */
    paragraph({ tokens }: Tokens.Paragraph) {
      const [only, ...others] = tokens;
      if (only?.type !== 'image' || others.length > 0 || !String(only['href']).startsWith('art:'))
        return false;
      return `<figure>${pictureHtml(String(only['href']).slice(4), String(only['text']))}</figure>\n`;
    },
  },
});

/**
 * Turns a Markdown file into HTML. Placeholders stand for what no document should repeat:
 * - `{{facts.email.press}}`: a fact of the company, which the server fills in
 * - `{{if facts.links.mainSite}}` to `{{end facts.links.mainSite}}`: shown only where the fact is set
 * - `{{paths.contact}}`: a path of `shared/routes.ts`
 * - `{{page of Dracula}}`, `{{link of Dracula}}`, `{{video of Dracula}}`: an adventure, by its short name: its page, where its
 *   button leads, its video's id
 * - `{{version of terms}}`: the day of a document's version (`shared/document-versions.ts`)
 * - `{{until 2099-05-01: Coming on; then: Out since}}`: the first before that day, the other from it on; also in a page that was
 *   built before (`follow-calendar.ts`)
 * - `![What it is like](art:NAME)` alone in a paragraph: a picture of the build
 * @param today the shop's day, `YYYY-MM-DD`
 * @throws {Error} when the front matter is never closed or has a line that is no `key: value`, or a placeholder names nothing
 */
export function renderMarkdown(source: string, today = shopDay(new Date())): MarkdownDocument {
  const { frontMatter, body } = splitFrontMatter(source);
  const filled = body.replace(
    /\{\{\s*(.+?)\s*\}\}/g,
    (_, name: string) => turningText(name, today) ?? factOf(name),
  );
  const chapters = marked
    .lexer(filled)
    .filter((token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 2)
    .map(({ text }) => ({ id: idOf(text), title: text }));
  return { frontMatter, html: withSwedishActs(marked.parse(filled, { async: false })), chapters };
}

/** Marks the Swedish names of acts, which stand in brackets after the English ones, as Swedish (WCAG 3.1.2). */
const withSwedishActs = (html: string) =>
  html.replace(/\p{L}*lagen(?: \d{4}:\d+)?(?: om [^<)]+)?(?=\))/gu, '<span lang="sv">$&</span>');

const idOf = (title: string) =>
  title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');

/** Gives each chapter's heading its id; whoever follows a link to it has the focus there. */
function withChapterIds({ html, chapters }: MarkdownDocument): string {
  const left = [...chapters];
  return html.replaceAll('<h2>', () => `<h2 id="${left.shift()?.id}" tabindex="-1">`);
}

/** A text that turns on a day. What has turned at the build needs no mark any more. */
function turningText(placeholder: string, today: string): string | null {
  const [, day = '', before = '', after = ''] =
    /^until (\d{4}-\d\d-\d\d): (.+?); then: (.+)$/.exec(placeholder) ?? [];
  if (day === '') return null;
  return day <= today ? after : `<span data-turns-on="${day}" data-then="${after}">${before}</span>`;
}

function factOf(name: string): string {
  const [, mark, conditional] = /^(if|end) (.+)$/.exec(name) ?? [];
  if (conditional) return mark === 'if' ? opening(factOf(conditional)) : closing(factOf(conditional));
  const [, document] = /^version of (\w+)$/.exec(name) ?? [];
  if (document) return versionOf(document) ?? noFact(name);
  const [, part, shortName] = /^(page|link|video) of (.+)$/.exec(name) ?? [];
  if (shortName) return addressOf(part, shortName) ?? noFact(name);
  const [room = '', ...keys] = name.split('.');
  const pathTo = room === 'paths' && keys.length === 1 ? pathNamed(keys[0]) : undefined;
  const fact = room === 'facts' ? keys.reduce<unknown>(property, facts) : pathTo;
  return typeof fact === 'string' ? fact : noFact(name);
}

function versionOf(document: string): string | undefined {
  const day = property(documentVersions, document);
  return typeof day === 'string' ? dayInWords(day) : undefined;
}

function noFact(name: string): never {
  throw new Error(`{{${name}}} names no text of the site.`);
}

function addressOf(part: string | undefined, shortName: string): string | undefined {
  const found = homes.find(({ adventure }) => adventure.shortName === shortName)?.adventure;
  if (part === 'page') return found?.page?.path;
  if ((part !== 'link' && part !== 'video') || !found?.page?.[part]) return undefined;
  return facts.adventures[found.id]?.[part] ?? undefined;
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

/**
 * Vite plugin: importing a `.md` file gives its `html`, ready at build time; no Markdown and no parser is sent. With
 * `?chapters` it gives a list of its `chapters` too, and their headings have ids.
 */
export function markdownDocuments(): Plugin {
  return {
    name: 'markdown-documents',
    transform: {
      filter: { id: /\.md(?:\?chapters)?$/ },
      handler(source, id) {
        const document = renderMarkdown(source);
        const listed = id.endsWith('?chapters');
        const html = withArtVersion(JSON.stringify(listed ? withChapterIds(document) : document.html));
        // The pages' facts are filled by the server; a text that the browser fetches has the same placeholders in it.
        const needsFacts = this.environment.name === 'client' && /fact\.[\w.-]+\.invalid/.test(html);
        const code = needsFacts
          ? `import { withFacts } from '#client/content/with-facts.ts';\nexport const html = withFacts(${html});`
          : `export const html = ${html};`;
        const list = listed ? `\nexport const chapters = ${JSON.stringify(document.chapters)};` : '';
        return { code: code + list, map: { mappings: '' } };
      },
    },
  };
}
