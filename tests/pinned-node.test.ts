import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeArguments } from '../scripts/node-arguments.ts';

const { devDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
};
const pinned = devDependencies['node'];

it('Tests run on the pinned Node', () => {
  expect(process.versions.node).toBe(pinned);
});

it("npm scripts run on the pinned Node whatever Node comes first on the machine's path", () => {
  const directory = mkdtempSync(join(tmpdir(), 'other-node-'));
  try {
    // An old Node, as far as anybody can tell from its name.
    writeFileSync(join(directory, 'node'), '#!/bin/sh\necho v20.0.0\n', { mode: 0o755 });
    const npm =
      process.env['npm_execpath'] ??
      spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim();
    const { stdout } = spawnSync(process.execPath, [npm, 'exec', '--silent', '--', 'node', '--version'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${directory}${delimiter}${process.env['PATH']}` },
    });
    expect(stdout.trim()).toBe(`v${pinned}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('The container runs on the same Node with the same arguments', () => {
  const command = ['node', ...nodeArguments, 'server/main.ts'].map((word) => `"${word}"`).join(', ');
  expect(readFileSync('Dockerfile', 'utf8')).toContain(`CMD [${command}]`);
  expect(readFileSync('Dockerfile', 'utf8')).toContain(`NODE_IMAGE=node:${pinned}-`);
  expect(Object.values(scripts).every((script) => !/\bnpx\b/.test(script))).toBe(true);
});
