import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Vitest's global set-up: builds the site if it is missing, because the server serves it. `npm test` builds it before. */
export function setup(): void {
  if (existsSync('dist/pages.json')) return;
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The site could not be built');
}
