import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scheduleBackups } from '#server/engines/sqlite/backup-schedule.ts';
import type { Repeated } from '#server/repeat.ts';
import { openVerbs, silentLog } from '#tests/support/ledger-verbs.ts';
import { buy, checkout, press } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Waits for the round under way, and stops the schedule. */
async function done(schedule: Repeated): Promise<void> {
  await schedule.run();
  await schedule.stop();
}

describe('scheduled backups', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'backups-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('are made while the shop works, are whole, and the oldest go', async () => {
    const person = await newPerson(shop);
    await buy(shop, ['fist'], person.email);
    writeFileSync(join(directory, 'somebody-elses.txt'), 'stays');
    const day = 24 * 60 * 60 * 1000;
    for (let made = 0; made < 4; made += 1) {
      const outcomes: string[] = [];
      const schedule = scheduleBackups({
        databaseFile: shop.config.databaseFile,
        directory,
        everyHours: 24,
        keep: 2,
        clock: () => new Date(Date.UTC(2026, 0, 1) + made * day),
        log: pino({ level: 'silent' }),
        onBackup: (outcome) => outcomes.push(outcome),
      });
      await done(schedule);
      expect(outcomes).toEqual(['made']);
    }
    expect(readdirSync(directory).toSorted()).toEqual([
      'site-20260103T000000Z.sqlite',
      'site-20260104T000000Z.sqlite',
      'somebody-elses.txt',
    ]);
    const restored = openVerbs(join(directory, 'site-20260104T000000Z.sqlite'), () => new Date());
    const account = { id: 'other', username: 'x', email: person.email, emailVerified: true };
    expect(await restored.ownedGrants(account, new Date())).toHaveLength(1);
    await restored.close();
  });

  it('count as made although an older one cannot be removed, and the others go', async () => {
    // Like one that is locked against removal.
    mkdirSync(join(directory, 'site-20260101T000000Z.sqlite'));
    for (const day of ['02', '03']) writeFileSync(join(directory, `site-202601${day}T000000Z.sqlite`), '');
    const outcomes: string[] = [];
    const warned: unknown[] = [];
    const schedule = scheduleBackups({
      ...{ databaseFile: shop.config.databaseFile, directory, everyHours: 24, keep: 1 },
      clock: () => new Date(Date.UTC(2026, 0, 5)),
      log: { ...silentLog, warn: (fields) => warned.push(fields['backup']) },
      onBackup: (outcome) => outcomes.push(outcome),
    });
    await done(schedule);
    expect([outcomes, warned]).toEqual([['made'], ['site-20260101T000000Z.sqlite']]);
    expect(readdirSync(directory)).toEqual(['site-20260101T000000Z.sqlite', 'site-20260105T000000Z.sqlite']);
  });

  it('are readable for their owner alone, like the database, and what a killed run left is swept', async () => {
    mkdirSync(directory, { recursive: true });
    for (const left of [
      'site-20260101T000000Z.sqlite.unfinished',
      'site-20260101T000000Z.sqlite.unfinished-journal',
    ])
      writeFileSync(join(directory, left), 'half of it');
    writeFileSync(join(directory, 'notes.unfinished'), 'x');
    chmodSync(shop.config.databaseFile, 0o644);
    await shop.restart();
    const outcomes: string[] = [];
    const schedule = scheduleBackups({
      ...{ databaseFile: shop.config.databaseFile, directory, everyHours: 24, keep: 2 },
      clock: () => new Date(Date.UTC(2026, 0, 3)),
      log: pino({ level: 'silent' }),
      onBackup: (outcome) => outcomes.push(outcome),
    });
    await done(schedule);
    expect(outcomes).toEqual(['made']);
    const made = 'site-20260103T000000Z.sqlite';
    expect(readdirSync(directory).toSorted()).toEqual(['notes.unfinished', made]);
    for (const file of [
      join(directory, made),
      ...['', '-wal', '-shm'].map((end) => shop.config.databaseFile + end),
    ])
      expect([file, (statSync(file).mode & 0o777).toString(8)]).toEqual([file, '600']);
  });

  it('are given up at once when the site stops, and made by the next run', async () => {
    const outcomes: string[] = [];
    const options = {
      ...{ databaseFile: shop.config.databaseFile, directory, everyHours: 24, keep: 2 },
      clock: () => new Date(Date.UTC(2026, 0, 3)),
      log: pino({ level: 'silent' }),
      onBackup: (outcome: string) => void outcomes.push(outcome),
    };
    await scheduleBackups(options).stop();
    expect([outcomes, readdirSync(directory).filter((name) => name.endsWith('.sqlite'))]).toEqual([[], []]);
    await done(scheduleBackups(options));
    expect([outcomes, readdirSync(directory)]).toEqual([['made'], ['site-20260103T000000Z.sqlite']]);
  });

  it('of an earlier run are known to the figures, so that a restart is no alarm', async () => {
    const told: [string, string][] = [];
    for (const hour of [0, 3]) {
      await done(
        scheduleBackups({
          ...{ databaseFile: shop.config.databaseFile, directory, everyHours: 24, keep: 2 },
          clock: () => new Date(Date.UTC(2026, 0, 3, hour)),
          log: pino({ level: 'silent' }),
          onBackup: (outcome, at) => told.push([outcome, at.toISOString()]),
        }),
      );
    }
    expect(told).toEqual([
      ['made', '2026-01-03T00:00:00.000Z'],
      ['found', '2026-01-03T00:00:00.000Z'],
    ]);
  });

  it('are neither put off nor thrown away for those of a clock that was ahead', async () => {
    const ahead = ['site-20270103T000000Z.sqlite', 'site-20270104T000000Z.sqlite'];
    for (const name of ahead) writeFileSync(join(directory, name), '');
    const outcomes: string[] = [];
    await done(
      scheduleBackups({
        ...{ databaseFile: shop.config.databaseFile, directory, everyHours: 24, keep: 1 },
        clock: () => new Date(Date.UTC(2026, 0, 3)),
        log: pino({ level: 'silent' }),
        onBackup: (outcome) => outcomes.push(outcome),
      }),
    );
    expect(outcomes).toEqual(['made']);
    expect(readdirSync(directory).toSorted()).toEqual(['site-20260103T000000Z.sqlite', ...ahead]);
  });

  it('are made by the site itself when a directory is set, and not more often than asked for', async () => {
    await shop.close();
    shop = await openShop({ environment: { BACKUP_DIR: join(directory, 'of-the-site') } });
    await expect.poll(() => shop.logText()).toContain('backup made');
    await shop.restart();
    await shop.stopSite();
    expect(readdirSync(join(directory, 'of-the-site'))).toHaveLength(1);
    expect(shop.logText().match(/backup made/g)).toHaveLength(1);
  });

  it('that fail are said, and stop nothing', async () => {
    await shop.close();
    writeFileSync(join(directory, 'a-file'), '');
    shop = await openShop({ environment: { BACKUP_DIR: join(directory, 'a-file') } });
    const opened = await checkout(shop, ['fist'], newEmail());
    expect(await press(opened.payUrl, 'pay')).toContain('/shop/success');
    await shop.stopSite();
    expect(shop.logText()).toContain('the backup failed');
    expect(existsSync(join(directory, 'a-file'))).toBe(true);
  });
});
