import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { apart } from '#tests/mutation/apart.ts';
import { installOwnPackages } from './own-packages.ts';

/**
 * `npm run mutate`: changes the rules one at a time and looks whether a unit test of the same folder notices (Stryker;
 * stryker.config.json). With files or folders, such as `npm run mutate -- server/buying`, only those; what is known of the
 * others stays. What begins with a dash goes to Stryker: `-- server/buying --force --concurrency=1` forgets what was found
 * before, and tries one change at a time.
 */

/** Where rules live. Each is tried with its own tests; of the client what has such a test beside it: browser tests have the rest. */
const rooms = [
  ...[
    'server/identity',
    'server/outbox',
    'server/owning',
    'server/buying',
    'server/claiming',
    'server/accounts',
    'server/mailing',
    'server/operating',
    'server/ledger',
    'server/http',
  ],
  'shared',
  ...['client/api', 'client/auth', 'client/cart', 'client/ui'],
  ...['client/screens/account', 'client/screens/checkout'],
];

const stryker = 'tests/mutation/node_modules/.bin/stryker';

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-'));
const paths = given.filter((argument) => !argument.startsWith('-'));

installOwnPackages('tests/mutation');
for (const path of paths.length > 0 ? paths : rooms) {
  if (!existsSync(path))
    throw new Error(`There is no ${path}. Options of Stryker have their value after "=": --concurrency=1`);
  const isFolder = statSync(path).isDirectory();
  const mutate = isFolder ? changedIn(path) : path;
  // Told by the environment: Stryker's own option for it leaves mutants of what runs while a file is loaded, such as SQL, idle.
  const env = { ...process.env, MUTATION_TESTS: isFolder ? path : dirname(path) };
  const { status, error } = spawnSync(stryker, ['run', '--mutate', mutate, ...options], {
    stdio: 'inherit',
    env,
  });
  if (error) throw error;
  if (status !== 0) process.exitCode = 1;
}

/** The files of a folder in which changes are made, as Stryker reads them. */
function changedIn(folder: string): string {
  if (!folder.startsWith('client')) return `${folder}/**/*.ts,!${folder}/**/*.test.ts,!${folder}/**/*.d.ts`;
  return globSync(`${folder}/**/*.test.ts`, { exclude: apart })
    .map((test) => test.replace('.test.ts', '.ts'))
    .filter((file) => existsSync(file))
    .join(',');
}
