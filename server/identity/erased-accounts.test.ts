import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import {
  allTombstones,
  bringTombstones,
  isErased,
  namedBy,
  noteErased,
  refuseErased,
  removeOldErasures,
} from './erased-accounts.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const after = (days: number, milliseconds = 0) =>
  new Date(at.getTime() + days * 24 * 60 * 60 * 1000 + milliseconds);

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(at);
});
afterEach(() => memory.ledger.close());
const note = (id: string, when: Date) => memory.ledger.write([], () => noteErased(id, when));
const knows = (id: string) => memory.ledger.read(() => isErased(id));

it('An erased account is refused by its id, and no other is', async () => {
  await note('sub-anna', at);
  expect([await knows('sub-anna'), await knows('sub-bo'), await knows('')]).toEqual([true, false, false]);
  await expect(memory.ledger.read(() => refuseErased('sub-anna'))).rejects.toMatchObject({
    ...{ name: 'Refusal', code: 'unauthorized' },
    message: 'This account has been deleted. Sign in with another one.',
  });
  expect(await memory.ledger.read(() => refuseErased('sub-bo'))).toBeUndefined();
});

it('Of an erased account a digest of its id is kept, and nothing else', async () => {
  await note('sub-anna', at);
  const kept = query('SELECT * FROM erased_accounts', { accountHash: text, keptUntil: text });
  expect(await memory.ledger.read(() => kept.all())).toEqual([
    {
      accountHash: createHash('sha256').update('sub-anna').digest('hex'),
      keptUntil: after(60).toISOString(),
    },
  ]);
});

it('It is refused for 60 days, and forgotten with the end of the last of them', async () => {
  await note('sub-anna', at);
  expect(await memory.ledger.amend(() => removeOldErasures(after(60, -1)))).toBe(0);
  expect(await knows('sub-anna')).toBe(true);
  expect(await memory.ledger.amend(() => removeOldErasures(after(60)))).toBe(1);
  expect(await knows('sub-anna')).toBe(false);
});

it('An account that is erased a second time is refused for 60 days from then', async () => {
  await note('sub-anna', at);
  await note('sub-anna', after(10));
  await memory.ledger.amend(() => removeOldErasures(after(69)));
  expect(await knows('sub-anna')).toBe(true);
});

it('Tombstones of another database are kept until the same time here, and tell which of the accounts here they name', async () => {
  await note('sub-anna', at);
  await note('sub-eva', after(1));
  const known = await memory.ledger.read(allTombstones);
  const restored = openLedgerInMemory(at);
  const here = ['sub-bo', 'sub-anna'];
  await restored.ledger.write([], () => bringTombstones(known));
  expect(namedBy(known, here)).toEqual(['sub-anna']);
  expect(await restored.ledger.read(allTombstones)).toEqual(known);
  expect(known.map(({ keptUntil }) => keptUntil)).toEqual(expect.arrayContaining([after(60), after(61)]));
  await restored.ledger.close();
});
