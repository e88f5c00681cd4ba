import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#server/accounts/identity-provider.ts';
import { type AdminRun, admin, adminProcess } from '#tests/support/admin.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';

let directory: string;
let environment: Record<string, string>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'imports-'));
  environment = {
    PATH: process.env['PATH'] ?? '',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: directory,
    STRIPE_SECRET_KEY: 'sk_test_imports',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
    COGNITO_USER_POOL_ID: 'eu-north-1_Imports',
    COGNITO_CLIENT_ID: 'web',
    SESSION_KEYS: 'a-session-key-for-tests-of-32-chars-or-more',
  };
});
afterEach(() => rmSync(directory, { recursive: true }));

const run = (args: string[]): Promise<AdminRun> => admin(environment, args);
function file(name: string, text: string | Buffer): string {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
}
const databaseFile = () => join(directory, 'site.sqlite');
/** Every grant, its history and the lines that were brought in: what an import writes. */
function state() {
  const db = new Database(databaseFile(), { readonly: true });
  const rows = ['grants', 'grant_events', 'import_entries'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all(),
  );
  db.close();
  return rows;
}
async function owned(email: string): Promise<string[]> {
  const ledger = openVerbs(databaseFile(), () => new Date());
  const account: Account = { id: `sub-${email}`, username: email, email, emailVerified: true };
  const grants = await ledger.ownedGrants(account, new Date());
  await ledger.close();
  return grants.map(({ adventureId }) => adventureId);
}

describe('an import of backers', () => {
  it('unlocks what rewards stand for: adventures, products, or names that the operator defines', async () => {
    const backers = file(
      'backers.csv',
      '\uFEFFName;E-mail;Email;Reward\n"Anna; the first";x;Anna@Example.com;Hero\nBo;x;bo@example.com;fod-kickstarter\nCe;x;ce@example.com;bundle-pre-order\n',
    );
    const args = ['imports', 'backers', backers, '--reward', 'hero=fod-kickstarter+fist'];
    expect(await run(args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^3 lines brought in as import 1/),
    });
    expect(await owned('anna@example.com')).toEqual(['fod-kickstarter', 'fist']);
    expect(await owned('bo@example.com')).toEqual(['fod-kickstarter']);
    expect(await owned('ce@example.com')).toEqual(['fod', 'fist', 'fod-expansions']);
  });

  it('is validated whole before anything is written, and every bad line is named with its reason', async () => {
    const text = [
      'email,reward',
      'good@example.com,fod',
      ',fod',
      'not an address,fod',
      'bo@example.com,Moon',
      'bo@example.com,',
      'bo@example.com,fod,more',
      '"two',
      'lines"@example.com,fod',
      'also-good@example.com,fist',
    ].join('\n');
    const refused = await run(['imports', 'backers', file('bad.csv', text)]);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^2 lines to bring in, 0 already in, 7 bad\. Nothing was changed\./);
    expect(refused.err.trim().split('\n')).toEqual([
      'line 3: there is no e-mail address',
      'line 4: "not an address" is no e-mail address',
      'line 5: unknown reward "Moon"',
      'line 6: there is no reward',
      'line 7: it has more or fewer cells than the first line',
      // With a quotation mark out of place each line is read by itself, so that none is lost.
      'line 8: a quotation mark stands where none may be',
      'line 9: a quotation mark stands where none may be',
    ]);
    expect(state()).toEqual([[], [], []]);
    const json = await run(['imports', 'backers', file('bad.csv', text), '--json', '--dry-run']);
    expect(json.json<{ faults: object[] }>().faults).toHaveLength(7);
    const skipped = await run(['imports', 'backers', file('bad.csv', text), '--skip-bad-lines']);
    expect(skipped).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^2 lines brought in as import 1, 0 already in, 7 bad/),
    });
  });

  it('may have quoted cells, with separators, quotation marks and line breaks inside', async () => {
    const text = 'email,reward,comment\n"a@example.com","fod","first, ""second""\nthird"\nnobody,fod,\n';
    const { err } = await run(['imports', 'backers', file('quoted.csv', text), '--skip-bad-lines']);
    expect(err).toMatch(/^line 4: "nobody" is no e-mail address/);
    expect(await owned('a@example.com')).toEqual(['fod']);
  });

  it.each([
    ['no such file', null, 'cannot be read'],
    ['a missing column', 'mail,reward\n', 'no column email'],
    ['an empty file', '', 'names nothing'],
  ])('refuses %s', async (name, content, words) => {
    const path = content === null ? join(directory, 'none.csv') : file(`${name}.csv`, content);
    expect(await run(['imports', 'backers', path])).toMatchObject({
      code: 1,
      err: expect.stringContaining(words),
    });
  });

  it('refuses a reward that stands for nothing', async () => {
    const path = file('b.csv', 'email,reward\na@example.com,Hero\n');
    for (const reward of ['Hero', '=fod', 'Hero=gold']) {
      expect((await run(['imports', 'backers', path, '--reward', reward])).code).toBe(1);
    }
  });

  it('gives nothing back to somebody whose data was erased, when the same file is brought in again', async () => {
    const path = file('b.csv', 'email,reward\na@example.com,fod\n');
    await run(['imports', 'backers', path]);
    expect(await owned('a@example.com')).toEqual(['fod']);
    await run(['customers', 'erase', 'a@example.com', '--reason', 'asked', '--yes']);
    expect(await run(['imports', 'backers', path])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 lines brought in, 1 already in/),
    });
    await expect(owned('a@example.com')).rejects.toThrow('This account has been deleted');
  });

  it('that is undone takes back what was claimed too, and can be brought in once more', async () => {
    const path = file('b.csv', 'email,reward\na@example.com,fod\nb@example.com,fist\n');
    await run(['imports', 'backers', path]);
    expect(await owned('a@example.com')).toEqual(['fod']);
    const undone = await run(['imports', 'undo', '1', '--yes', '--reason', 'the wrong file']);
    expect(undone).toMatchObject({ code: 0, out: '1 removed, 1 taken back from accounts that had them.\n' });
    expect(await owned('a@example.com')).toEqual([]);
    expect(await run(['imports', 'undo', '1', '--yes'])).toMatchObject({ code: 1 });
    expect(await run(['imports', 'undo', 'one', '--yes'])).toMatchObject({ code: 2 });
    expect((await run(['imports', 'list'])).out).toMatch(/1 +backers +b\.csv +0 +0 +undone/);
    await run(['imports', 'backers', path]);
    expect(await owned('a@example.com')).toEqual(['fod']);
    expect(await owned('b@example.com')).toEqual(['fist']);
  });
});

describe('an import of old purchases', () => {
  it('unlocks what the products unlock, dated as they were, and tells orders apart by their number', async () => {
    const text = [
      'email\tproduct\torder\tdate',
      'a@example.com\tbundle-pre-order\t1001\t2024-09-07',
      'a@example.com\tfist\t1002\t',
      'a@example.com\tfist\t1002\t',
      'b@example.com\tteapot\t1003\t',
      'b@example.com\tfist\t1004\t2024-13-01',
      'b@example.com\tfist\t1005\t2999-01-01',
    ].join('\r\n');
    const { code, out, err } = await run(['imports', 'purchases', file('old.tsv', text), '--skip-bad-lines']);
    expect(code).toBe(0);
    expect(out).toMatch(/^2 lines brought in as import 1, 1 already in, 3 bad/);
    expect(err).toMatch(
      /line 5: unknown product "teapot"\nline 6: expected a date.*\nline 7: the date 2999-01-01 lies in the future/,
    );
    expect(await owned('a@example.com')).toEqual(['fod', 'fist', 'fod-expansions', 'fist']);
    const list = await run(['grants', 'list', 'a@example.com', '--json']);
    expect(list.json()).toContainEqual(
      expect.objectContaining({
        adventureId: 'fod',
        source: 'import',
        origin: 'import 1',
        grantedAt: '2024-09-07T00:00:00.000Z',
      }),
    );
  });
});

it('20 000 backers are brought in with a display of the progress, 1 % bad lines reported by number and reason; a second run changes nothing, and undoing restores the exact state', async () => {
  await run(['grants', 'give', 'before@example.com', 'fod', '--reason', 'was there before']);
  const before = state();
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    index % 100 === 99 ? `broken ${index},fod-kickstarter` : `backer-${index}@example.com,fod-kickstarter`,
  );
  const path = file('backers.csv', `email,reward\n${lines.join('\n')}\n`);
  const args = ['imports', 'backers', path, '--skip-bad-lines'];

  // bench/imports.ts brings in five times as many, and measures how long that takes.
  const first = await adminProcess(environment, args);
  expect(first).toMatchObject({
    code: 0,
    out: '19800 lines brought in as import 1, 0 already in, 200 bad and left out.\n',
  });
  const said = first.err.trim().split('\n');
  const faults = said.filter((line) => line.startsWith('line '));
  expect(faults).toHaveLength(200);
  expect(faults[0]).toBe('line 101: "broken 99" is no e-mail address');
  expect(said.filter((line) => line.startsWith('Importing'))).toHaveLength(11);
  expect(said.at(-1)).toBe('Importing 19800 of 19800 (100 %)');

  const after = state();
  expect(after[0]).toHaveLength((before[0]?.length ?? 0) + 19_800);
  const second = await adminProcess(environment, args);
  expect(second).toMatchObject({
    code: 0,
    out: '0 lines brought in, 19800 already in, 200 bad and left out.\n',
  });
  expect(state()).toEqual(after);

  expect(await run(['imports', 'undo', '1', '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^19800 removed, 0 taken back/),
  });
  expect(state()).toEqual(before);
}, 60_000);

it('an import leaves a running site its turn to write', async () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `backer-${index}@example.com,fod`).join('\n');
  const ledger = openVerbs(databaseFile(), () => new Date());
  let running = true;
  const importing = adminProcess(environment, [
    'imports',
    'backers',
    file('b.csv', `email,reward\n${text}\n`),
  ]).finally(() => {
    running = false;
  });
  let written = 0;
  while (running) {
    // Fails when the import holds the database for longer than a statement waits, which is a second.
    await ledger.addActivationCodes(
      [{ code: `beside-${written}`, campaign: 'x', unlocks: ['fod'] }],
      new Date(),
    );
    written += 1;
    await new Promise(setImmediate);
  }
  await ledger.close();
  expect((await importing).code).toBe(0);
  expect(written).toBeGreaterThan(10);
}, 60_000);

describe('Exports of crowdfunding sites', () => {
  const kickstarter = [
    'Backer Number,Backer UID,Backer Name,Email,Shipping Country,Reward Title,Reward Minimum,Pledge Amount,Pledged At,Rewards Sent?,Pledged Status,Notes',
    '1,11,Anna,anna@example.com,SE,Hero,SEK 500,SEK 500,"2025/01/02, 10:00",,collected,',
    '2,12,Bo,bo@example.com,SE,Hero,SEK 500,SEK 500,"2025/01/02, 10:00",,dropped,',
    '3,13,Ce,ce@example.com,SE,Hero,SEK 500,SEK 500,"2025/01/02, 10:00",,errored,',
    '',
  ].join('\n');
  const hero = ['--reward', 'Hero=fod-kickstarter'];

  it('are known by their columns, and only pledges that were paid unlock something', async () => {
    const { code, out, err } = await run(['imports', 'backers', file('ks.csv', kickstarter), ...hero]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^1 lines brought in as import 1, 0 already in, 0 bad/),
    ]);
    expect(err).toContain('2 pledges were not paid, and unlock nothing:');
    expect(err).toContain('line 3: the pledge is "dropped", not paid');
    expect(await owned('anna@example.com')).toEqual(['fod-kickstarter']);
    expect(await owned('bo@example.com')).toEqual([]);

    const backerkit =
      'Backer Id,Backer Name,Backer Email,Pledge Level,Pledge Status\n7,Di,di@example.com,Hero,Paid\n';
    expect(await run(['imports', 'backers', file('bk.csv', backerkit), ...hero])).toMatchObject({ code: 0 });
    expect(await owned('di@example.com')).toEqual(['fod-kickstarter']);
  });

  it('with a state that nobody knows are refused, until the operator says that it means paid', async () => {
    const odd = file(
      'odd.csv',
      'email,reward,pledge status\nanna@example.com,fod,settled\nbo@example.com,fod,\n',
    );
    const refused = await run(['imports', 'backers', odd]);
    expect(refused.err).toContain('line 2: unknown state of a pledge "settled": say --paid-state "settled"');
    expect(refused.err).toContain('line 3: there is no state of the pledge');
    expect(refused.code).toBe(1);
    const args = ['imports', 'backers', odd, '--paid-state', 'Settled', '--skip-bad-lines'];
    expect(await run(args)).toMatchObject({ code: 0, out: expect.stringMatching(/^1 lines brought in/) });
  });

  it('with unusual headings are read as the operator says', async () => {
    const unusual = file('unusual.csv', 'Email,Contact,Tier\nold@example.com,new@example.com,fod\n');
    const without = await run(['imports', 'backers', unusual]);
    expect(without.err).toMatch(
      /has no column reward; its first line names email, contact, tier\. --column says/,
    );
    const columns = ['--column', 'email=Contact', '--column', 'reward=tier'];
    expect(await run(['imports', 'backers', unusual, ...columns])).toMatchObject({ code: 0 });
    expect(await owned('new@example.com')).toEqual(['fod']);
    expect(await owned('old@example.com')).toEqual([]);
    expect((await run(['imports', 'backers', unusual, '--column', 'email=Nothing'])).err).toContain(
      'There is no column "nothing"',
    );
    expect((await run(['imports', 'backers', unusual, '--column', 'price=Tier'])).err).toContain(
      'with a name out of email, reward, state',
    );
    const shop = file('shop.csv', 'Customer,Billing Email,SKU\nAnna,shop@example.com,fist\n');
    expect(await run(['imports', 'purchases', shop])).toMatchObject({ code: 0 });
    expect(await owned('shop@example.com')).toEqual(['fist']);
  });

  const text = 'Email;Reward\njörn@example.com;Hjälte\n';
  it.each([
    ['UTF-8', Buffer.from(text), null],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), null],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'Windows-1252'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without one', Buffer.from(text, 'utf16le'), 'UTF-16'],
    ['UTF-16 of the other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'UTF-16'],
    ['UTF-8 after a line sep=;', Buffer.from(`sep=;\r\n${text}`), null],
  ])('in %s keep their letters', async (_name, bytes, said) => {
    const source = file('letters.csv', bytes);
    const { err, json } = await run([
      ...['imports', 'backers', source, '--dry-run', '--json', '--reward', 'Hjälte=fod'],
    ]);
    // The address has a letter that none may have: the line is named with it as it was written.
    expect(json<{ faults: { reason: string }[] }>().faults.map(({ reason }) => reason)).toEqual([
      '"jörn@example.com" is no e-mail address',
    ]);
    expect(err).toBe('');
    const told = await run(['imports', 'backers', source, '--dry-run', '--reward', 'Hjälte=fod']);
    if (said === null) expect(told.err).not.toContain('was read as');
    else expect(told.err).toContain(`was read as ${said}.`);
  });

  it('count their lines as an editor does, also after a line sep=;', async () => {
    const source = file('sep.csv', 'sep=;\nemail;reward\nnobody;fod\n');
    expect((await run(['imports', 'backers', source])).err).toContain(
      'line 3: "nobody" is no e-mail address',
    );
  });
});
