import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileCache } from '#tests/support/compile-cache.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

/** Runs code in which `interrupt()` stands for a signal from outside. @returns the signal that ended it */
function endOf(signal: string, program: string, said = ''): string | null {
  const { signal: ended, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const interrupt = () => process.kill(process.pid, '${signal}'); ${program}`,
    ],
    { env: { ...compileCache, ...desk.shop.environment, PATH: process.env['PATH'] }, encoding: 'utf8' },
  );
  expect(stderr.slice(0, said.length || undefined)).toBe(said);
  return ended;
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('A backup that %s ends leaves no file', (signal) => {
  const folder = desk.path(`backup-${signal}`);
  mkdirSync(folder);
  const ended = endOf(
    signal,
    `import { backupDatabase } from '#server/engines/sqlite/backup.ts';
     await backupDatabase('${desk.shop.config.databaseFile}', '${folder}/copy.sqlite', interrupt);`,
  );
  expect([ended, readdirSync(folder)]).toEqual([signal, []]);
});

it('A drill that Ctrl-C ends leaves no copy of the data', async () => {
  const file = desk.path('whole.sqlite');
  expect((await desk.run(['backup', file])).code).toBe(0);
  const scratch = desk.path('scratch');
  mkdirSync(scratch);
  const ended = endOf(
    'SIGINT',
    `import { readdirSync } from 'node:fs';
     import { drill } from '#server/admin/compose.ts';
     const clock = () => {
       if (readdirSync('${scratch}').length > 0) interrupt();
       return new Date();
     };
     await drill('${file}', '${scratch}', null, clock);`,
  );
  expect([ended, readdirSync(scratch)]).toEqual(['SIGINT', []]);
});

it('A restore that Ctrl-C ends while it copies leaves nothing beside the database but its lock', async () => {
  const file = desk.path('to-restore.sqlite');
  expect((await desk.run(['backup', file])).code).toBe(0);
  const data = desk.path('data');
  mkdirSync(data);
  const ended = endOf(
    'SIGINT',
    `import { replaceDatabase } from '#server/engines/sqlite/restore.ts';
     const restored = replaceDatabase('${file}', '${data}/site.sqlite', 'before');
     interrupt();
     await restored;`,
  );
  expect([ended, readdirSync(data)]).toEqual(['SIGINT', ['site.sqlite.lock']]);
});

it('A file that a command was writing when it was ended is removed', () => {
  const folder = desk.path('exports');
  mkdirSync(folder);
  const ended = endOf(
    'SIGTERM',
    `import { intoNewFile } from '#server/admin/files.ts';
     import { setTimeout } from 'node:timers/promises';
     await intoNewFile('${folder}/codes.csv', async (write) => {
       await write('half of it');
       interrupt();
       await setTimeout(60_000);
     });`,
  );
  expect([ended, readdirSync(folder)]).toEqual(['SIGTERM', []]);
});

it('A file under the name that a command was given is whole: where it was killed, what it had written has another', () => {
  const folder = desk.path('killed');
  mkdirSync(folder);
  const ended = endOf(
    'SIGKILL',
    `import { intoNewFile } from '#server/admin/files.ts';
     await intoNewFile('${folder}/codes.csv', async (write) => {
       await write('half of it');
       interrupt();
     });`,
  );
  const content = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
  expect([ended, content('codes.csv'), content('codes.csv.unfinished')]).toEqual([
    'SIGKILL',
    '',
    'half of it',
  ]);
});

it('Who ends the making of codes with Ctrl-C hears that a part of the batch may be there', async () => {
  const out = desk.path('made.csv');
  const ended = endOf(
    'SIGINT',
    `import { readConfig, readPaymentSettings, readStorage } from '#server/config.ts';
     import { runAdmin } from '#server/admin/run-admin.ts';
     import { processTerminal } from '#server/admin/terminal.ts';
     const clock = () => {
       interrupt();
       return new Date();
     };
     const args = ['--campaign', 'Half', '--unlocks', 'fod', '--count', '5000', '--out', '${out}'];
     await runAdmin(['codes', 'create', ...args], {
       ...{ terminal: processTerminal(), clock, readConfig, readPaymentSettings, readStorage },
     });`,
    'Interrupted: "codes list" shows whether a batch is made',
  );
  expect([ended, existsSync(out)]).toEqual(['SIGINT', false]);
});
