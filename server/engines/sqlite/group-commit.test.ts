import { copyFileSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { groupCommit } from './group-commit.ts';

let directory: string;
let file: string;
let db: Database;
let commits: ReturnType<typeof groupCommit>;
let add: (id: number, note?: string) => Promise<number>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'group-commit-'));
  file = join(directory, 'site.sqlite');
  db = openDatabase(file);
  db.exec('CREATE TABLE shelf (id INTEGER PRIMARY KEY, note TEXT) STRICT');
  db.exec('CREATE TABLE book (shelf_id INTEGER REFERENCES shelf (id) DEFERRABLE INITIALLY DEFERRED) STRICT');
  commits = groupCommit(db);
  const insert = db.prepare('INSERT INTO shelf (id, note) VALUES (?, ?)');
  add = (id, note = '') =>
    commits.write(() => {
      insert.run(id, note);
      return id;
    });
});

afterEach(() => {
  if (db.open) db.close();
  rmSync(directory, { recursive: true });
});

/** What another process sees: only what was committed. */
function seenByOthers(): number[] {
  const other = openDatabase(file);
  const ids = other.prepare('SELECT id FROM shelf ORDER BY id').pluck().all() as number[];
  other.close();
  return ids;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('changes that come together', () => {
  it('are told of only when others see them, each with its own result', async () => {
    const told = await Promise.all(
      numbers(3).map(async (id) => ({ id: await add(id), seen: seenByOthers() })),
    );
    expect(told).toEqual(numbers(3).map((id) => ({ id, seen: [1, 2, 3] })));
  });

  it('are one commit, and so need far less of the log than one after the other', async () => {
    const walBytes = () => statSync(`${file}-wal`).size;
    const start = walBytes();
    for (const id of numbers(40)) await add(id);
    const oneByOne = walBytes() - start;
    await Promise.all(numbers(40).map((id) => add(100 + id)));
    const together = walBytes() - start - oneByOne;
    expect(together * 10).toBeLessThan(oneByOne);
  });

  it('do not take each other along when one throws', async () => {
    const settled = await Promise.allSettled([add(1), add(1), add(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(seenByOthers()).toEqual([1, 2]);
  });

  it('leave nothing of one that throws half way', async () => {
    const halfWay = (id: number) =>
      commits.write(() => {
        db.prepare('INSERT INTO shelf (id) VALUES (?)').run(id);
        throw new Error('half way');
      });
    const [, failed] = await Promise.allSettled([add(1), halfWay(2), add(3)]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'half way' } });
    expect(seenByOthers()).toEqual([1, 3]);
  });

  it('all fail when the commit does, and nothing of them is there', async () => {
    const lost = db.prepare('INSERT INTO book (shelf_id) VALUES (99)');
    const toNowhere = commits.write(() => lost.run());
    const settled = await Promise.allSettled([add(1), toNowhere, add(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(seenByOthers()).toEqual([]);
    await add(1);
    expect(seenByOthers()).toEqual([1]);
  });

  it('are there exactly when they were told so while the disk is full', async () => {
    const pages = db.pragma('page_count', { simple: true }) as number;
    db.pragma(`max_page_count = ${pages + 3}`);
    // More than the three pages take, in several commits.
    const settled = await Promise.allSettled(numbers(200).map((id) => add(id, 'x'.repeat(500))));
    const kept = numbers(200).filter((id) => settled[id - 1]?.status === 'fulfilled');
    expect(kept.length).toBeLessThan(200);
    expect(seenByOthers()).toEqual(kept);
    db.pragma(`max_page_count = ${pages + 1000}`);
    await add(1000);
    expect(seenByOthers()).toEqual([...kept, 1000]);
  });

  it('wait for another writer, and all fail when it does not let go', async () => {
    db.pragma('busy_timeout = 20');
    const other = openDatabase(file);
    other.exec('BEGIN IMMEDIATE');
    const settled = await Promise.allSettled([add(1), add(2)]);
    expect(settled).toMatchObject(numbers(2).map(() => ({ reason: { code: 'SQLITE_BUSY' } })));
    other.exec('ROLLBACK');
    other.close();
    expect(await Promise.all([add(1), add(2)])).toEqual([1, 2]);
  });

  it('are written in their order, however many commits they take', async () => {
    const order: number[] = [];
    await Promise.all(numbers(300).map(async (id) => order.push(await add(id))));
    expect(order).toEqual(numbers(300));
    expect(seenByOthers()).toEqual(numbers(300));
  });
});

it.each([
  ['replaced', () => renameSync(`${file}.copy`, file)],
  ['removed', () => rmSync(file)],
  [
    'moved, with another one copied into its place',
    () => {
      renameSync(file, `${file}.old`);
      copyFileSync(`${file}.copy`, file);
    },
  ],
])('takes no change once the file was %s, and every one again once it is back', async (_what, replace) => {
  copyFileSync(file, `${file}.copy`);
  const opened = `${file}.opened`;
  linkSync(file, opened);
  replace();
  const settled = await Promise.allSettled([add(1), add(2)]);
  const refused = {
    reason: { code: 'SQLITE_READONLY_DBMOVED', message: expect.stringContaining('Restart') },
  };
  expect(settled).toMatchObject([refused, refused]);
  renameSync(opened, file);
  expect(await add(3)).toBe(3);
  expect(seenByOthers()).toEqual([3]);
});

it('commits at once what waits when the store is closed', async () => {
  const told = numbers(100).map((id) => add(id));
  commits.flush();
  db.close();
  expect(await Promise.all(told)).toEqual(numbers(100));
  expect(seenByOthers()).toEqual(numbers(100));
});
