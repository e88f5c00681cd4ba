import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { attentionReasons } from '#shared/attention-reasons.ts';

/** Everything of the project, but for what is installed or built. */
const files = globSync(
  '{*,.*,{adventures,art,bench,client,deploy,docs,examples,migrations,sandbox,scripts,server,shared,tests}/**}',
  {
    exclude: (name) => name === 'node_modules' || name === 'results',
  },
).map((file) => file.replaceAll('\\', '/'));

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')].map((page) => ({
  page,
  text: readFileSync(page, 'utf8'),
}));

/** The source files that a page names in code type, by their whole path or the end of it: `buying/vat.ts`. */
const sources = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/[\s,]+/))
    .filter(
      (word) => /^[\w@][\w@/.-]*\.(?:tsx?|css)$/.test(word) && !/^(?:PascalCase|kebab-case)\./.test(word),
    )
    .map((word) => ({ page, word })),
);

/** The files and folders of this project that a page links to. */
const links = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/\]\((?!https?:|art:|mailto:)([^)#\s]+)/g)].map(([, to = '']) => ({
    page,
    to: posix.join(posix.dirname(page), to),
  })),
);

it('the pages name many files', () => expect(Math.min(sources.length, links.length)).toBeGreaterThan(100));

it('every source file that a page names exists, and every link leads somewhere', () => {
  const ends = ({ word }: { word: string }) => files.some((file) => `/${file}`.endsWith(`/${word}`));
  const leads = ({ to }: { to: string }) => files.includes(to.replace(/\/$/, ''));
  expect([...sources.filter((named) => !ends(named)), ...links.filter((link) => !leads(link))]).toEqual([]);
});

it.each(attentionReasons)('docs/operations.md says what an operator does about %s', (reason) => {
  const { text = '' } = pages.find(({ page }) => page.endsWith('operations.md')) ?? {};
  expect(text).toMatch(RegExp(`^\\| (?:.*, )?\`${reason}\`[^|]* \\| `, 'm'));
});
