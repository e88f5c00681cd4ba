import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { check: string } };

/** What `npm run check` compiles, folders and files, and the folders that have packages and a `check` of their own. */
const projects = [
  ...(/tsc --build --checkers 1 (?<projects>[^&]+)$/.exec(scripts.check)?.[1] ?? '').split(' '),
  ...['bench', 'tests/thorough'],
];

/** The files that a project names, from the root; what they import comes on top. */
async function filesOf(project: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'node_modules/typescript/bin/tsc',
    ...['-p', project, '--showConfig'],
  ]);
  const directory = project.endsWith('.json') ? join(project, '..') : project;
  return (JSON.parse(stdout) as { files: string[] }).files.map((file) => resolve(directory, file));
}

it('Every TypeScript file belongs to a project that a check compiles', async () => {
  const compiled = new Set((await Promise.all(projects.map(filesOf))).flat());
  const files = globSync('**/*.{ts,tsx}', { exclude: ['**/node_modules', 'dist', 'coverage'] });
  expect(files.length).toBeGreaterThan(1500);
  expect(files.filter((file) => !compiled.has(resolve(file)))).toEqual([]);
});
