import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** When a file was changed, in milliseconds since 1970; 0 when there is none. */
const changedAt = (...path: string[]): number =>
  statSync(join(root, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Installs what only a folder's tools need: its `package.json` keeps that out of the site's own install. Does nothing when it is
 * there and no older than the lock file.
 *
 * @param folder from the root, such as `bench`
 * @throws {Error} when npm fails, which has said why
 */
export function installOwnPackages(folder: string): void {
  if (changedAt(folder, 'node_modules/.package-lock.json') >= changedAt(folder, 'package-lock.json')) return;
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`"npm ci --prefix ${folder}" failed: see above`);
}
