import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from './figures.ts';

/** Asks for more ports than the tests of one process ever have. */
const program = `
  import { freePort } from './tests/hardening/support/figures.ts';
  const ports = [];
  while (ports.length < 1000) ports.push(await freePort());
  console.log(JSON.stringify(ports));`;

it('Processes that run tests side by side never get the same port, also workers of two runs that have the same number', async () => {
  const mine = [await freePort(), await freePort()];
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const theirs = JSON.parse(stdout) as number[];
  expect(theirs).toHaveLength(1000);
  expect(mine.filter((port) => theirs.includes(port))).toEqual([]);
});
