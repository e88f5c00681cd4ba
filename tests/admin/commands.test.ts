import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSudoUser } from '#server/config.ts';
import { shopDay } from '#shared/shop-day.ts';
import { admin, allCommands } from '#tests/support/admin.ts';
import { buy, control } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

describe('every command', () => {
  it.each(allCommands())('%s has a help text that says what it does', async (command) => {
    const { code, out } = await admin({}, [...command.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: admin ${command}`));
    expect(out).toContain('--json');
    expect(out.length).toBeGreaterThan(150);
  });

  it.each(allCommands())('%s refuses an option that it does not have, with 2', async (command) => {
    const { code, err } = await admin({}, [...command.split(' '), 'a', 'b', 'c', '--nonsense']);
    expect(code).toBe(2);
    expect(err).toMatch(/unknown option|too many arguments|required option/);
  });

  it.each([
    ['codes', 'create', '--campaign', 'c', '--unlocks', 'fod', '--count', '1', '--out', '-'],
    ['orders', 'export', '--out', '-'],
    ['stripe', 'setup', '--secret-file', '-'],
    ['backup', '-'],
    ['codes', 'import', '-'],
  ])('%s %s makes no file "-" of what elsewhere means standard output', async (...args) => {
    const { code, err } = await admin(desk.shop.environment, args);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('does not stand for standard input or output here'),
    ]);
    expect(existsSync('-')).toBe(false);
  });

  it.each(allCommands())('%s is run by a test', (command) => {
    const sources = globSync('tests/admin/*.test.ts').map((name) => readFileSync(name, 'utf8'));
    const words = command.split(' ').map((word) => `'${word}'`);
    const typed = new RegExp(`\\[\\s*${words.join(',\\s*')}`);
    const said = `no test in tests/admin runs admin(…, [${words.join(', ')}, …])`;
    expect(
      sources.some((source) => typed.test(source)),
      said,
    ).toBe(true);
  });

  it('has settings that doctor looks at: one whose name has a typing error is a warning, and the rest is looked at', async () => {
    const { out } = await admin({ ...desk.shop.environment, OPERATOR_MIAL: 'kim@example.com' }, ['doctor']);
    expect(out).toMatch(
      /^warning {2}configuration: complete.+\n {9}OPERATOR_MIAL is no setting and has no effect: is OPERATOR_MAIL meant\?\n/,
    );
    expect(out).toContain('ok       payment key: accepted');
  });

  it('has a version: its newest migration is the one that a copy of its database names', async () => {
    const { code, out } = await admin({}, ['--version']);
    const [, newest = ''] = /^\S+ \d+\.\d+\.\d+, newest migration (\S+\.sql), Node [\d.]+\n$/.exec(out) ?? [];
    const copy = desk.path('to-compare.sqlite');
    await desk.run(['backup', copy]);
    expect([code, (await desk.run(['verify', copy])).out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^migrations +${newest}$`, 'm')),
    ]);
  });

  it.each(['', 'orders', 'codes', 'customers', 'grants'])('help of %j fits into 80 columns', async (name) => {
    const { out } = await admin({}, [...name.split(' ').filter(Boolean), '--help']);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('that is none is wrong usage, 2', async () => {
    expect(await admin({}, ['sell'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('unknown command'),
    });
    expect((await admin({}, [])).code).toBe(2);
    const { out } = await admin({}, ['--help']);
    expect(out).toContain('Exit codes');
    // The most frequent tasks: these words must find them in the list of groups.
    expect(out.replace(/\s+/g, ' ')).toMatch(/ orders orders: .*refund, .*books, disputes/);
  });

  it('says every fault of the settings, with 1', async () => {
    const { code, err } = await admin({ PUBLIC_URL: 'shop' }, ['codes', 'list']);
    expect(code).toBe(1);
    expect(err).toMatch(/PUBLIC_URL is not right/);
    expect(err).toMatch(/STRIPE_SECRET_KEY is not set/);
  });

  it('makes no database where the settings name one that is not there', async () => {
    const missing = desk.path('elsewhere/site.sqlite');
    const { code, out, err } = await admin({ ...desk.shop.environment, DATABASE_FILE: missing }, [
      'codes',
      'list',
    ]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`The database ${missing} is missing or empty`);
    expect(existsSync(desk.path('elsewhere'))).toBe(false);
  });

  it('says what went wrong as JSON with --json', async () => {
    const { code, err } = await desk.run(['codes', 'show', 'nothing', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(err)).toEqual({ error: 'There is no code nothing.' });
  });
});

describe('what cannot be taken back', () => {
  it('is asked about, and not done without a yes, with 3', async () => {
    const { batchId } = await desk.newCodes();
    const revoke = ['codes', 'revoke', '--batch', String(batchId)];
    const unattended = await desk.run(revoke);
    expect(unattended).toMatchObject({ code: 3, err: expect.stringContaining('Say --yes') });
    const declined = await desk.run(revoke, { answer: 'no' });
    expect(declined).toMatchObject({ code: 3, err: expect.stringContaining('This will revoke 2 codes') });
    expect((await desk.run(['codes', 'list', '--json'])).json<{ revoked: number }[]>()[0]?.revoked).toBe(0);
    expect(await desk.run(revoke, { answer: 'yes' })).toMatchObject({ code: 0, out: '2 changed.\n' });
  });
});

describe('figures', () => {
  it('stats shows sales by product and day and redemptions by campaign, as bars, CSV and JSON', async () => {
    const fresh = await openShop();
    await buy(fresh, ['bundle-pre-order'], newEmail());
    await buy(fresh, ['fist'], newEmail());
    const today = shopDay(new Date());
    const text = (await admin(fresh.environment, ['stats'])).out;
    expect(text).toContain('2 sold, 750 SEK, 0 SEK given back');
    expect(text).toMatch(/bundle-pre-order {2}1, 500 SEK {2}█+\n/);
    expect(text).toMatch(new RegExp(`${today} {2}2, 750 SEK {2}█+`));
    const csv = (await admin(fresh.environment, ['stats', '--csv'])).out;
    expect(csv).toContain(
      `figure,key,count,sek\nproduct,bundle-pre-order,1,500\nproduct,fist,1,250\nday,${today},2,750\n`,
    );
    const json = (
      await admin(fresh.environment, ['stats', '--json', '--since', today, '--until', today])
    ).json();
    expect(json).toMatchObject({ live: false, byDay: [{ key: today, sold: 2, ore: 75_000 }] });
    await fresh.close();
  });

  it.each([['stats'], ['orders', 'export'], ['reconcile']])(
    '%s %s calls days that are none wrong usage, 2',
    async (...args) => {
      expect(await desk.run([...args, '--since', '2026-02-30'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('2026-02-30'),
      });
      expect(await desk.run([...args, '--since', 'yesterday'])).toMatchObject({ code: 2, out: '' });
    },
  );

  it('stats calls days in the wrong order wrong usage, 2', async () => {
    expect(await desk.run(['stats', '--since', '2026-02-02', '--until', '2026-02-01'])).toMatchObject({
      code: 2,
      err: 'The first day lies after the last.\n',
    });
  });

  it('makes no database where DATA_DIR is wrong, and says so', async () => {
    const elsewhere = desk.path('elsewhere');
    const environment = { ...desk.shop.environment, DATA_DIR: elsewhere };
    expect(await admin(environment, ['backup', desk.path('copy.sqlite')])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The database .+ is missing.+ DATA_DIR, DATABASE_FILE or DATABASE_URL is right/,
      ),
    });
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('actions lists who did what and why', async () => {
    const { codes } = await desk.newCodes();
    await desk.run([
      'codes',
      'revoke',
      codes[0],
      '--yes',
      '--reason',
      'seen in a forum',
      '--operator',
      'olle',
    ]);
    const { out } = await desk.run(['actions', '--most', '1']);
    expect(out).toMatch(/operator:olle +codes\.revoke +code \d+ +seen in a forum/);
  });

  it('actions of an address says that it is about everybody with the same masked address', async () => {
    const { err } = await desk.run(['actions', 'anna@example.com']);
    expect(err).toContain('this is about everybody a•••@example.com');
    expect((await desk.run(['actions', 'cs_1'])).err).not.toContain('masked');
  });

  it('actions names whoever called sudo, unless they say who they are', async () => {
    const bySudo = { sudoUser: readSudoUser({ SUDO_USER: 'olle' }) };
    await desk.run(['codes', 'list'], bySudo);
    await desk.run(['codes', 'list', '--operator', 'anna'], bySudo);
    await desk.run(['codes', 'list'], { sudoUser: readSudoUser({ SUDO_USER: '' }) });
    const newest = (await desk.run(['actions', '--most', '3', '--json'])).json<{ actor: string }[]>();
    expect(newest.map(({ actor }) => actor)).toEqual([
      `operator:${userInfo().username}`,
      'operator:anna',
      'operator:olle',
    ]);
  });
});

describe('the record of actions', () => {
  beforeAll(async () => {
    await desk.newCodes();
  });

  it.each([
    [['codes', 'list'], 'codes.list', null],
    [['codes', 'list', '--campaign', 'C'], 'codes.list', 'campaign C'],
    [['codes', 'export', '--batch', '1'], 'codes.export', 'batch 1'],
    [['imports', 'list'], 'imports.list', null],
    [['orders', 'find', 'anna@example.com'], 'orders.find', 'a•••@example.com'],
    [['orders', 'attention'], 'orders.attention', null],
    [['events', 'list'], 'events.list', null],
    [['stats'], 'stats', null],
    [['actions'], 'actions.list', null],
  ])('has that somebody ran %j, as it has it of the page', async (args, action, subject) => {
    expect((await desk.run(args)).code).toBe(0);
    const [newest] = (await desk.run(['actions', '--most', '1', '--json'])).json<object[]>();
    expect(newest).toMatchObject({ action, subject, actor: expect.stringMatching(/^operator:./) });
  });
});

describe('the payment provider out of reach', () => {
  it('is 4: the same command may work later', async () => {
    const environment = { ...desk.shop.environment, STRIPE_API_BASE: 'http://127.0.0.1:9' };
    const { code, err } = await admin(environment, ['orders', 'resync', 'cs_test_1']);
    expect(code).toBe(4);
    expect(err).toContain('try again');
  });

  it('is 1 for a key that is refused or lacks a right: no time mends that, and it says what does', async () => {
    await control(desk.shop, 'restrict', { denied: 'checkout_session_read' });
    const restricted = { ...desk.shop.environment, STRIPE_SECRET_KEY: 'rk_test_shop' };
    const lacking = await admin(restricted, ['orders', 'resync', 'cs_test_1']);
    await control(desk.shop, 'restrict', { denied: '' });
    expect(lacking).toMatchObject({ code: 1, err: expect.stringContaining('"stripe setup --check" lists') });
    const refusing = createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"type":"invalid_request_error","message":"Expired API Key provided"}}');
    }).listen(0);
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    const expired = { ...desk.shop.environment, STRIPE_API_BASE: `http://127.0.0.1:${port}` };
    const { code, err } = await admin(expired, ['orders', 'resync', 'cs_test_1']);
    refusing.close();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The payment provider refuses the key: .+Set a current one/),
    ]);
    expect(err).not.toContain('try again');
  });
});

it('Beside a running site nothing is copied: codes that are redeemed meanwhile would be redeemed in the old database alone', async () => {
  const { code, err } = await desk.run([
    'database',
    'copy',
    '--to',
    'postgres://shop:secret@127.0.0.1:1/shop',
  ]);
  expect([code, err]).toEqual([1, expect.stringMatching(/ is in use: stop the site first, .+--force/)]);
});
