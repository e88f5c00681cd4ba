import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The path of the built script that measures web vitals, without a leading slash. Its file name is a hash of its content. */
export function measuringScript(): string {
  const [file, ...others] = globSync('dist/client/assets/*.js').filter((name) =>
    readFileSync(name, 'utf8').includes('largest-contentful-paint'),
  );
  if (file === undefined || others.length > 0) throw new Error('One built script should measure.');
  return relative('dist/client', file);
}
