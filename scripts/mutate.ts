import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/**
 * `npm run mutate`: changes the rules one at a time and looks whether a unit test notices (Stryker; stryker.config.json).
 * With files or folders, such as `npm run mutate -- server/buying`, only those; what is known of the others stays. What
 * begins with a dash goes to Stryker: `-- server/buying --force` does not rely on what was found before.
 */

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-'));
const patterns = given
  .filter((argument) => !argument.startsWith('-'))
  .flatMap((path) => {
    if (!existsSync(path)) throw new Error(`There is no ${path}`);
    return statSync(path).isDirectory() ? [`${path}/**/*.ts`, `!${path}/**/*.test.ts`] : [path];
  });

const limited = patterns.length > 0 ? ['--mutate', patterns.join(',')] : [];
const { status, error } = spawnSync('stryker', ['run', ...limited, ...options], { stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
