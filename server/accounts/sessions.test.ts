import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account } from '#server/identity/identity-provider.ts';
import { anna } from '#tests/support/accounts.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import {
  addSession,
  removeExpiredSessions,
  removeSessionOf,
  removeSessionsOf,
  type StoredSession,
  sessionByHash,
  sessionsOf,
  updateSession,
  writeUse,
} from './sessions.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const end = new Date('2025-07-01T12:00:00.123Z');
const beforeEnd = new Date(end.getTime() - 1);
const bo: Account = { id: 'sub-bo', username: 'bo', email: 'bo@example.com', emailVerified: false };
const session = (idHash: string, over: Partial<StoredSession> = {}): StoredSession => ({
  ...{ idHash, account: anna, refreshTokenEncrypted: Buffer.from(`sealed ${idHash}`) },
  ...{ createdAt: at, lastUsedAt: at, expiresAt: end, device: 'Safari on a Mac', hasSecondFactor: false },
  ...over,
});

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(at);
});
afterEach(() => memory.ledger.close());

it('A session is found by the digest of its id, as it was kept, until the moment at which it ends', async () => {
  await addSession(memory.ledger, session('h1'));
  await addSession(memory.ledger, session('h2', { account: bo }));
  expect(await sessionByHash(memory.ledger, 'h1', beforeEnd)).toEqual(session('h1'));
  expect(await sessionByHash(memory.ledger, 'h2', at)).toEqual(session('h2', { account: bo }));
  expect(await sessionByHash(memory.ledger, 'h1', end)).toBeNull();
  expect(await sessionByHash(memory.ledger, 'h3', at)).toBeNull();
});

it('A rotated refresh token and what the account is called now take the place of the old ones, in this session alone', async () => {
  for (const idHash of ['h1', 'h2']) await addSession(memory.ledger, session(idHash));
  const account = { ...anna, username: 'anna2', email: 'new@example.com', emailVerified: false };
  const changed = session('h1', { account, refreshTokenEncrypted: Buffer.from('rotated') });
  await updateSession(memory.ledger, changed, at);
  expect(await sessionByHash(memory.ledger, 'h1', at)).toEqual(changed);
  expect(await sessionByHash(memory.ledger, 'h2', at)).toEqual(session('h2'));
});

it('That a session is used is written with the end that follows from it, of this session alone', async () => {
  for (const idHash of ['h1', 'h2']) await addSession(memory.ledger, session(idHash));
  const used = { lastUsedAt: beforeEnd, expiresAt: new Date('2030-01-01') };
  await writeUse(memory.ledger, { idHash: 'h1', ...used });
  expect(await sessionByHash(memory.ledger, 'h1', end)).toEqual(session('h1', used));
  expect(await sessionByHash(memory.ledger, 'h2', at)).toEqual(session('h2'));
});

it('Signing out ends one session and no other', async () => {
  for (const idHash of ['h1', 'h2']) await addSession(memory.ledger, session(idHash));
  const ended = () => memory.ledger.amend(() => removeSessionOf(anna.id, 'h1'));
  expect(await ended()).toEqual([session('h1')]);
  expect(await ended()).toEqual([]);
  expect((await sessionsOf(memory.ledger, anna.id)).map(({ idHash }) => idHash)).toEqual(['h2']);
});

it("An account's sessions are its own, expired ones among them, and all of them can be ended", async () => {
  await addSession(memory.ledger, session('h1', { expiresAt: at }));
  await addSession(memory.ledger, session('h2'));
  await addSession(memory.ledger, session('h3', { account: bo }));
  expect(await sessionsOf(memory.ledger, anna.id)).toEqual([session('h1', { expiresAt: at }), session('h2')]);
  const ended = await memory.ledger.write([], () => removeSessionsOf(anna.id));
  expect(ended.map(({ idHash }) => idHash).toSorted()).toEqual(['h1', 'h2']);
  expect(await sessionsOf(memory.ledger, anna.id)).toEqual([]);
  expect(await sessionsOf(memory.ledger, bo.id)).toHaveLength(1);
});

it('Sessions are swept away from the moment at which they end, not before', async () => {
  await addSession(memory.ledger, session('h1'));
  expect(await memory.ledger.amend(() => removeExpiredSessions(beforeEnd))).toBe(0);
  expect(await memory.ledger.amend(() => removeExpiredSessions(end))).toBe(1);
});

it('A new session queues under its account, so that the account cannot be erased meanwhile', async () => {
  await addSession(memory.ledger, session('h1'));
  expect(memory.locks).toEqual([['account sub-anna']]);
  await memory.ledger.completeErasure(anna.id, at);
  await expect(addSession(memory.ledger, session('h2'))).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await sessionsOf(memory.ledger, anna.id)).toEqual([]);
});

it('An account has fifty sessions at most: one more ends the one that was not used for longest, and nobody else’s', async () => {
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  await addSession(memory.ledger, session('other', { account: bo }));
  for (let count = 1; count <= 50; count += 1)
    await addSession(memory.ledger, session(`h${count}`, { createdAt: at, lastUsedAt: later(count) }));
  await writeUse(memory.ledger, { idHash: 'h1', lastUsedAt: later(60), expiresAt: end });
  expect(await sessionsOf(memory.ledger, anna.id)).toHaveLength(50);
  // As if a clock had been set back: the new session stays all the same.
  await addSession(memory.ledger, session('h51', { lastUsedAt: at }));
  const kept = (await sessionsOf(memory.ledger, anna.id)).map(({ idHash }) => idHash);
  expect(kept).toHaveLength(50);
  expect(kept).toEqual(expect.arrayContaining(['h1', 'h3', 'h51']));
  expect(kept).not.toContain('h2');
  expect(await sessionByHash(memory.ledger, 'other', at)).not.toBeNull();
});
