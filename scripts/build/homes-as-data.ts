import { execFile } from 'node:child_process';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { filesOf, homesFolder } from '../../shared/homes/files.ts';

const run = promisify(execFile);
const printer = resolve(import.meta.dirname, 'print-homes.ts');

/**
 * Vite's plugin for the homes of `adventures/`: a browser has no folders to read, so it gets each part of `shared/homes` as the
 * values that it has at the moment. A process of its own reads them: in development they change, and this one would remember.
 */
export function homesAsData(): Plugin {
  return {
    name: 'homes-as-data',
    load: {
      filter: { id: /\/shared\/homes\/[\w-]+\.ts$/ },
      async handler(id) {
        for (const path of filesOf('*/{adventure.ts,words.ts,press/*.md}')) {
          this.addWatchFile(join(homesFolder, path));
        }
        const { stdout } = await run(process.execPath, [printer, basename(id, '.ts')]);
        const values = Object.entries(JSON.parse(stdout) as Record<string, unknown>);
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      },
    },
  };
}
