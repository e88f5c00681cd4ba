import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../../..');
const leftOut = /^(\.git|\.cache|node_modules|dist|data|test-results|coverage|bench\/results)$/;

/** A copy of the project with one more folder. */
export interface Copy {
  root: string;
  /** Runs one of its scripts. @throws {Error} with its output when it fails */
  run(script: string): string;
  /** Digests of all its files except build output, by path. */
  files(): Map<string, string>;
  /** Starts its shop in a separate process. */
  serve(): Promise<{ url: string; sandboxUrl: string; close(): Promise<void> }>;
  remove(): void;
}

/** @param home the folder of the new adventure */
export function copyWith(home: string): Copy {
  const root = mkdtempSync(join(tmpdir(), 'sixth-'));
  cpSync(project, root, {
    recursive: true,
    filter: (source) => !leftOut.test(source.slice(project.length + 1)),
  });
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'), 'dir');
  cpSync(home, join(root, 'adventures', basename(home)), { recursive: true });
  return {
    root,
    run: (script) => execFileSync(process.execPath, [script], { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
    files() {
      const paths = globSync('**/*', {
        cwd: root,
        exclude: (path) => /^(node_modules|dist|\.cache)$/.test(String(path)),
      });
      return new Map(
        paths
          .filter((path) => statSync(join(root, path)).isFile())
          .map((path) => [
            path,
            createHash('sha256')
              .update(readFileSync(join(root, path)))
              .digest('hex'),
          ]),
      );
    },
    async serve() {
      const shop = spawn(process.execPath, ['tests/support/serve-shop.ts'], {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const [line] = (await once(shop.stdout, 'data')) as [Buffer];
      const addresses = JSON.parse(String(line)) as { url: string; sandboxUrl: string };
      return {
        ...addresses,
        async close() {
          const ended = once(shop, 'exit');
          shop.stdin.end();
          await ended;
        },
      };
    },
    remove: () => rmSync(root, { recursive: true }),
  };
}
