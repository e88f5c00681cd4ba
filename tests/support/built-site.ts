import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concretePaths } from '#shared/concrete-paths.ts';

/**
 * Whether a folder holds the site with the pages that the code has now. One of other pages, for example with an adventure that
 * has been undone since, would fail tests of right code. What a page says is not compared.
 */
export function isBuilt(dist: string): boolean {
  const file = join(dist, 'pages.json');
  if (!existsSync(file)) return false;
  const { pages } = JSON.parse(readFileSync(file, 'utf8')) as { pages: object };
  const paths = concretePaths().map(({ path }) => path);
  return Object.keys(pages).toSorted().join() === paths.toSorted().join();
}

/** Vitest's global set-up: builds the site where it is missing or has other pages, because the server serves it. */
export function setup(): void {
  if (isBuilt('dist')) return;
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The site could not be built');
}
