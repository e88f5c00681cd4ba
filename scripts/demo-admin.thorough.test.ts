import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

it('The operator’s command line works on the demo without a setting, and elsewhere with its DATA_DIR', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-admin-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/demo-admin.ts', ...args], { env });
  await expect(run('codes', 'list')).rejects.toMatchObject({
    stderr: expect.stringContaining(`The database ${join(dataDir, 'demo.sqlite')} is missing`),
  });
  await run('database', 'create');
  expect((await run('codes', 'list')).stdout).toBe('(none)\n');
});
