import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'dist/pages';
const pages = globSync('**/*.html', { cwd: folder }).map((file) => ({
  file,
  html: readFileSync(join(folder, file), 'utf8'),
}));

/** What people read or hear of a page: its text, and the names and descriptions that only some of them get. */
function wordsOf(html: string): string {
  const named = [...html.matchAll(/\s(?:aria-label|alt|title|content)="([^"]*)"/g)].map(([, words]) => words);
  const text = html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ');
  return [...named, text].join('\n');
}

test('There are pages to look at', () => {
  expect(pages.length).toBeGreaterThan(40);
});

test('Pages write "email" as the specification does, and never "e-mail" beside it', () => {
  const found = pages.filter(({ html }) => /\be-mail\b/i.test(wordsOf(html)));
  expect(found.map(({ file }) => file)).toEqual([]);
});

test('No sentence ends with two full stops, as after "F.I.S.T."', () => {
  const found = pages.flatMap(({ file, html }) => {
    const doubled = /[^.\n]{0,30}(?<!\.)\.\.(?!\.)/.exec(wordsOf(html));
    return doubled ? [`${file}: ${doubled[0]}`] : [];
  });
  expect(found).toEqual([]);
});
