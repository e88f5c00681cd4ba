import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installOwnPackages } from '../scripts/own-packages.ts';

/**
 * `npm run bench`: every benchmark, or those that are named, each in a process of its own. Options such as `--rounds 1
 * --seconds 1` are handed on to each. What only benchmarks need is installed first when it is missing.
 */

const here = import.meta.dirname;
const known = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));

const firstOption = process.argv.findIndex((word, index) => index > 1 && word.startsWith('--'));
const names = process.argv.slice(2, firstOption === -1 ? undefined : firstOption);
const options = firstOption === -1 ? [] : process.argv.slice(firstOption);

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { cwd: join(here, '..'), stdio: 'inherit' });
  return status === 0;
}

const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(1);
}
installOwnPackages('bench');
if (!existsSync(join(here, '../dist/pages.json')) && !run(process.execPath, ['scripts/build.ts']))
  process.exit(1);

const failed = (names.length > 0 ? names : known).filter((name) => {
  console.log(`\n# ${name}`);
  return !run(process.execPath, [join('bench', `${name}.ts`), ...options]);
});
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
