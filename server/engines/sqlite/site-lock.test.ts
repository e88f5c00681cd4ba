import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockForSite } from './site-lock.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'site-lock-'));
  file = join(directory, 'shop.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('The lock of a site', () => {
  it('is held by one at a time, and free once it is let go of', () => {
    const first = lockForSite(file);
    expect(first.isOurs).toBe(true);
    const second = lockForSite(file);
    expect(second.isOurs).toBe(false);
    second.release();
    expect(lockForSite(file).isOurs).toBe(false);
    first.release();
    const third = lockForSite(file);
    expect(third.isOurs).toBe(true);
    third.release();
    expect(statSync(`${file}.lock`)).toMatchObject({ size: 0 });
    expect(statSync(`${file}.lock`).mode & 0o077).toBe(0);
  });

  it('is free once the process that held it was killed', async () => {
    const holding = `import { lockForSite } from ${JSON.stringify(new URL('./site-lock.ts', import.meta.url).href)};
      console.log(lockForSite(process.argv[1]).isOurs); setInterval(() => {}, 60_000);`;
    const other = spawn(process.execPath, ['--input-type=module', '--eval', holding, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(other.stdout, 'data')) as [Buffer];
    expect(String(said).trim()).toBe('true');
    expect(lockForSite(file).isOurs).toBe(false);
    other.kill('SIGKILL');
    await once(other, 'exit');
    const ours = lockForSite(file);
    expect(ours.isOurs).toBe(true);
    ours.release();
  });
});
