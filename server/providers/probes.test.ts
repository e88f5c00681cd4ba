import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { downloads } from '#shared/unlocks.ts';
import { serviceInPlace, type TestAnswer } from '#tests/support/answering-server.ts';
import { createProbes, diskOf } from './probes.ts';
import { eventTypes } from './stripe/events.ts';
import { createStripeClient } from './stripe/payments.ts';

const server = serviceInPlace();

const probes = (downloadsDir = '.') => {
  const { origin } = server;
  return createProbes(
    createStripeClient('sk_test_1', origin, { callMs: 250 }),
    {
      ...{ databaseUrl: null, databaseFile: 'package.json', downloadsDir, mail: null, publicUrl: origin },
      identity: { origin, userPoolId: 'eu-north-1_AbCdEfGhI' },
    },
    { backups: () => 'off', keptDatabases: () => [] },
  );
};

it.each<[string, TestAnswer, object]>([
  [
    'of this shop',
    { json: { publicUrl: 'https://shop.example.com', identity: { userPoolId: 'pool' } } },
    { status: 200, config: { publicUrl: 'https://shop.example.com', userPoolId: 'pool' } },
  ],
  [
    'that leads elsewhere',
    { status: 301, headers: { location: '/elsewhere' } },
    { status: 301, config: null },
  ],
  ['of another program', { json: { name: 'another' } }, { status: 200, config: null }],
  ['of a proxy', { headers: { 'Content-Type': 'text/html' }, text: '<html>' }, { status: 200, config: null }],
])('The public address is asked once whose it is: %s', async (_, answer, found) => {
  server.answer(() => answer);
  expect(await probes().publicSite()).toEqual(found);
  expect(server.requests).toHaveLength(1);
});

it('Events are counted from the first moment to before the last, the kinds that the shop acts on alone, however long a page of them takes', async () => {
  const pages = [['evt_1', 'evt_2'], ['evt_3']];
  server.answer(async ({ path }) => {
    await pause(400);
    const page = path.includes('starting_after=evt_2') ? 1 : 0;
    const data = pages[page]?.map((id) => ({ id }));
    return { json: { object: 'list', url: '/v1/events', data, has_more: page === 0 } };
  });
  const moment = (second: number) => new Date(second * 1000 + 900);
  expect(await probes().recentEventIds(moment(1000), moment(2000))).toEqual(['evt_1', 'evt_2', 'evt_3']);
  const asked = new URL(server.requests[0]?.path ?? '', server.origin).searchParams;
  expect([asked.get('created[gte]'), asked.get('created[lt]')]).toEqual(['1000', '2000']);
  expect(asked.get(`types[${eventTypes.length - 1}]`)).toBe(eventTypes.at(-1));
});

it('A disk has less free than it is large; what is missing of the downloads is told', async () => {
  const disk = await diskOf({ databaseUrl: null, databaseFile: 'package.json' });
  expect(disk?.freeBytes).toBeLessThan(disk?.totalBytes ?? 0);
  expect(await diskOf({ databaseUrl: 'postgres://db', databaseFile: 'package.json' })).toBeNull();
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'));
  const [there = '', ...missing] = downloads.map(({ file }) => file);
  writeFileSync(join(folder, there), '');
  expect(await probes(folder).missingDownloads()).toEqual(missing);
  rmSync(folder, { recursive: true });
});
