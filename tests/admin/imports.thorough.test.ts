import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminProcess } from '#tests/support/admin.ts';
import { type ImportDesk, importDesk } from '#tests/support/import-desk.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';

let desk: ImportDesk;
beforeEach(() => {
  desk = importDesk();
});
afterEach(() => desk.remove());

/** Every grant, its history and the imported lines: everything that an import writes. */
function state() {
  const db = new Database(desk.databaseFile, { readonly: true });
  const rows = ['grants', 'grant_events', 'import_entries'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all(),
  );
  db.close();
  return rows;
}

describe('an import of backers', () => {
  it('unlocks what rewards stand for: adventures, products, or names that the operator defines', async () => {
    const backers = desk.file(
      'backers.csv',
      '\uFEFFName;E-mail;Email;Reward\n"Anna; the first";x;Anna@Example.com;Hero\nBo;x;bo@example.com;fod-kickstarter\nCe;x;ce@example.com;bundle-pre-order\n',
    );
    const args = ['imports', 'backers', backers, '--reward', 'hero=fod-kickstarter+fist'];
    expect(await desk.run(args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^3 lines brought in as import 1/),
    });
    expect(await desk.owned('anna@example.com')).toEqual(['fod-kickstarter', 'fist']);
    expect(await desk.owned('bo@example.com')).toEqual(['fod-kickstarter']);
    expect(await desk.owned('ce@example.com')).toEqual(['fod', 'fist', 'fod-expansions']);
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
    const refused = await desk.run(['imports', 'backers', desk.file('bad.csv', text)]);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^2 lines to bring in, 0 already in, 7 bad\. Nothing was changed\./);
    expect(refused.err.trim().split('\n')).toEqual([
      'line 3: there is no e-mail address',
      'line 4: "not an address" is no e-mail address',
      'line 5: unknown reward "Moon"',
      'line 6: there is no reward',
      'line 7: it has more or fewer cells than the first line',
      // With a misplaced quotation mark each line is parsed separately, so that none is lost.
      'line 8: a quotation mark stands where none may be',
      'line 9: a quotation mark stands where none may be',
    ]);
    expect(state()).toEqual([[], [], []]);
    const json = await desk.run(['imports', 'backers', desk.file('bad.csv', text), '--json', '--dry-run']);
    expect(json.json<{ faults: object[] }>().faults).toHaveLength(7);
    const skipped = await desk.run(['imports', 'backers', desk.file('bad.csv', text), '--skip-bad-lines']);
    expect(skipped).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^2 lines brought in as import 1, 0 already in, 7 bad/),
    });
  });

  it('may have quoted cells, with separators, quotation marks and line breaks inside', async () => {
    const text = 'email,reward,comment\n"a@example.com","fod","first, ""second""\nthird"\nnobody,fod,\n';
    const { err } = await desk.run(['imports', 'backers', desk.file('quoted.csv', text), '--skip-bad-lines']);
    expect(err).toMatch(/^line 4: "nobody" is no e-mail address/);
    expect(await desk.owned('a@example.com')).toEqual(['fod']);
  });

  it.each([
    ['no such file', null, 'there is no such file'],
    ['a missing column', 'mail,reward\n', 'no column email'],
    ['an empty file', '', 'names nothing'],
  ])('refuses %s', async (name, content, words) => {
    const path = content === null ? `${desk.databaseFile}.none.csv` : desk.file(`${name}.csv`, content);
    expect(await desk.run(['imports', 'backers', path])).toMatchObject({
      code: 1,
      err: expect.stringContaining(words),
    });
  });

  it('refuses a reward that stands for nothing', async () => {
    const path = desk.file('b.csv', 'email,reward\na@example.com,Hero\n');
    for (const reward of ['Hero', '=fod', 'Hero=gold']) {
      expect((await desk.run(['imports', 'backers', path, '--reward', reward])).code).toBe(1);
    }
  });

  it('gives nothing back to somebody whose data was erased, when the same file is brought in again', async () => {
    const path = desk.file('b.csv', 'email,reward\na@example.com,fod\n');
    await desk.run(['imports', 'backers', path]);
    expect(await desk.owned('a@example.com')).toEqual(['fod']);
    await desk.run(['customers', 'erase', 'a@example.com', '--reason', 'asked', '--yes']);
    expect(await desk.run(['imports', 'backers', path])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 lines brought in, 1 already in/),
    });
    await expect(desk.owned('a@example.com')).rejects.toThrow('This account has been deleted');
  });

  it('that is undone takes back what was claimed too, and can be brought in once more', async () => {
    const path = desk.file('b.csv', 'email,reward\na@example.com,fod\nb@example.com,fist\n');
    await desk.run(['imports', 'backers', path]);
    expect(await desk.owned('a@example.com')).toEqual(['fod']);
    const undone = await desk.run(['imports', 'undo', '1', '--yes', '--reason', 'the wrong file']);
    expect(undone).toMatchObject({ code: 0, out: '1 removed, 1 taken back from accounts that had them.\n' });
    expect(await desk.owned('a@example.com')).toEqual([]);
    expect(await desk.run(['imports', 'undo', '1', '--yes'])).toMatchObject({ code: 1 });
    expect(await desk.run(['imports', 'undo', 'one', '--yes'])).toMatchObject({ code: 2 });
    expect((await desk.run(['imports', 'list'])).out).toMatch(/1 +backers +b\.csv +0 +0 +undone/);
    await desk.run(['imports', 'backers', path]);
    expect(await desk.owned('a@example.com')).toEqual(['fod']);
    expect(await desk.owned('b@example.com')).toEqual(['fist']);
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
    const { code, out, err } = await desk.run([
      'imports',
      'purchases',
      desk.file('old.tsv', text),
      '--skip-bad-lines',
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/^2 lines brought in as import 1, 1 already in, 3 bad/);
    expect(err).toMatch(
      /line 5: unknown product "teapot"\nline 6: expected a date.*\nline 7: the date 2999-01-01 lies in the future/,
    );
    expect(await desk.owned('a@example.com')).toEqual(['fod', 'fist', 'fod-expansions', 'fist']);
    const list = await desk.run(['grants', 'list', 'a@example.com', '--json']);
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
  await desk.run(['grants', 'give', 'before@example.com', 'fod', '--reason', 'was there before']);
  const before = state();
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    index % 100 === 99 ? `broken ${index},fod-kickstarter` : `backer-${index}@example.com,fod-kickstarter`,
  );
  const path = desk.file('backers.csv', `email,reward\n${lines.join('\n')}\n`);
  const args = ['imports', 'backers', path, '--skip-bad-lines'];

  // bench/imports.ts brings in five times as many, and measures how long that takes.
  const first = await adminProcess(desk.environment, args);
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
  const second = await adminProcess(desk.environment, args);
  expect(second).toMatchObject({
    code: 0,
    out: '0 lines brought in, 19800 already in, 200 bad and left out.\n',
  });
  expect(state()).toEqual(after);

  expect(await desk.run(['imports', 'undo', '1', '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^19800 removed, 0 taken back/),
  });
  expect(state()).toEqual(before);
});

it('an import leaves a running site its turn to write', async () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `backer-${index}@example.com,fod`).join('\n');
  const ledger = openVerbs(desk.databaseFile, () => new Date());
  let running = true;
  const importing = adminProcess(desk.environment, [
    'imports',
    'backers',
    desk.file('b.csv', `email,reward\n${text}\n`),
  ]).finally(() => {
    running = false;
  });
  let written = 0;
  while (running) {
    // Fails when the import locks the database for longer than a statement's time-out of a second.
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
});
