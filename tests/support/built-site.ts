import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Vitest's global set-up: the app serves the built site, so there has to be one. `npm test` builds it anew before. */
export function setup(): void {
  if (existsSync('dist/pages.json')) return;
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The site could not be built');
}
