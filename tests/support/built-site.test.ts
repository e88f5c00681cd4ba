import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Manifest } from '#server/http/pages.ts';
import { isBuilt } from './built-site.ts';

it('A site that was built with a page more or less than the code has is built anew for the tests', () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  expect(isBuilt(dist)).toBe(false);

  const { pages } = JSON.parse(readFileSync('dist/pages.json', 'utf8')) as Manifest;
  const { '/jobs': jobs, ...others } = pages;
  const holds = (held: object) => {
    writeFileSync(join(dist, 'pages.json'), JSON.stringify({ pages: held }));
    return isBuilt(dist);
  };
  expect(holds(pages)).toBe(true);
  expect(holds(others)).toBe(false);
  expect(holds({ ...pages, '/the-last-lamp': jobs })).toBe(false);
});
