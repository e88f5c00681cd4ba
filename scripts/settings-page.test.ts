import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { environmentSchema } from '#server/config/environment.ts';
import { settingsPage } from './settings-page.ts';

it('docs/settings.md says of every setting what the schema says: "npm run settings" writes it anew', () => {
  expect(readFileSync('docs/settings.md', 'utf8')).toBe(settingsPage());
});

it('Every setting is in a section of its matter, with what it means', () => {
  const page = settingsPage();
  expect(page).not.toContain('## Others');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)`( \*)? \| (.+) \| (.+) \|$/gm)];
  expect(rows.map((row) => row[1]).toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
  for (const [, , , meaning = ''] of rows) expect(meaning.length).toBeGreaterThan(10);
});
