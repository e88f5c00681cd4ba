import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginSession, createSessionReader, findSession, noteUse } from '#server/accounts/browser-session.ts';
import { completeErasure } from '#server/accounts/erasures.ts';
import { removeOldDevices } from '#server/accounts/known-devices.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  signOutEverywhere,
} from '#server/accounts/own-sessions.ts';
import { type Account, IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { jsonObject, nullable, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { anna, bo, testCipher as cipher } from '#tests/support/accounts.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { engines } from '../support/engines.ts';

/** Letters about devices, in the order in which they were written. */
const takeable = query("SELECT {columns} FROM letters WHERE kind = 'new-device' ORDER BY id", {
  recipient: nullable(text),
  details: nullable(jsonObject),
});

const at = new Date('2025-06-01T12:00:00.123Z');
const days = (number: number) => new Date(at.getTime() + number * 24 * 60 * 60 * 1000);

describe.each(engines)('on $engine', ({ open }) => {
  let ledger: Ledger;
  let now: Date;
  beforeEach(async () => {
    now = at;
    ledger = await open(() => now);
  });
  afterEach(() => ledger.close());

  const needsOf = (account: Account, answers = {}) => ({
    ...{ ledger, cipher, log: silentLog, clock: () => now, identity: identityPort(account, answers) },
  });
  const begin = async (account: Account, refreshToken: string, device = 'Chrome on Android') =>
    (await beginSession(needsOf(account), account, refreshToken, device)).id;

  it('sessions are listed with what they began on and when they were used, and which of them asks', async () => {
    const phone = await begin(anna, 'phone');
    now = days(1);
    const desk = await begin(anna, 'desk', 'Firefox on Linux');
    await begin(bo, 'other');
    const listed = await listOwnSessions(needsOf(anna), anna, phone);
    const [first, second] = [days(1).toISOString(), at.toISOString()];
    expect(listed).toMatchObject([
      { device: 'Firefox on Linux', beganAt: first, lastUsedAt: first, isThis: false },
      { device: 'Chrome on Android', beganAt: second, lastUsedAt: second, isThis: true },
    ]);
    for (const { id } of listed) expect([phone, desk]).not.toContain(id);
    expect((await listOwnSessions(needsOf(anna), anna, null)).some(({ isThis }) => isThis)).toBe(false);
  });

  it('a session that nobody used for 14 days is over and in no list; one that is used lasts for 30 days', async () => {
    const needs = needsOf(anna);
    const [idle, busy] = [await begin(anna, 'idle'), await begin(anna, 'busy')];
    now = days(13);
    await createSessionReader(needs)(busy);
    now = days(14);
    expect(await findSession(needs, idle)).toBeNull();
    expect(await listOwnSessions(needs, anna, busy)).toMatchObject([{ isThis: true }]);
    now = days(26);
    const stored = await findSession(needs, busy);
    if (stored) await noteUse(needs, stored);
    now = new Date(days(30).getTime() - 1);
    expect(await findSession(needs, busy)).toMatchObject({ lastUsedAt: days(26), expiresAt: days(30) });
    now = days(30);
    expect(await findSession(needs, busy)).toBeNull();
  });

  it("one session is ended by its name in the list and its token revoked; another account's is left alone", async () => {
    const [kept, ended] = [await begin(anna, 'kept'), await begin(anna, 'ended')];
    const others = await begin(bo, 'other');
    const needs = needsOf(anna);
    const nameOf = async (id: string) =>
      (await listOwnSessions(needs, anna, id)).find(({ isThis }) => isThis)?.id ?? '';
    const [boName] = (await listOwnSessions(needs, bo, others)).map(({ id }) => id);
    await endOwnSession(needs, anna, boName ?? '');
    await endOwnSession(needs, anna, 'no such session');
    expect(needs.identity.asked).toEqual([]);
    await endOwnSession(needs, anna, await nameOf(ended));
    expect(needs.identity.asked).toEqual([['revoke', 'ended+']]);
    expect(await findSession(needs, ended)).toBeNull();
    for (const id of [kept, others]) expect(await findSession(needs, id)).not.toBeNull();
  });

  it('all others are ended at once and their tokens revoked; without a cookie all are', async () => {
    const [mine, second, third] = [await begin(anna, 'a'), await begin(anna, 'b'), await begin(anna, 'c')];
    const others = await begin(bo, 'other');
    const needs = needsOf(anna);
    await endOtherSessions(needs, anna, mine);
    expect(needs.identity.asked.toSorted()).toEqual([
      ['revoke', 'b+'],
      ['revoke', 'c+'],
    ]);
    for (const id of [second, third]) expect(await findSession(needs, id)).toBeNull();
    for (const id of [mine, others]) expect(await findSession(needs, id)).not.toBeNull();
    await endOtherSessions(needs, anna, null);
    expect(await findSession(needs, mine)).toBeNull();
    expect(await findSession(needs, others)).not.toBeNull();
  });

  it('an account is signed out everywhere: no session is left, and the service is asked with its own access token', async () => {
    const [mine, others] = [await begin(anna, 'a'), await begin(bo, 'b')];
    await begin(anna, 'c');
    const stranger = needsOf(bo);
    await expect(signOutEverywhere(stranger, anna, 'access')).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await findSession(stranger, mine)).not.toBeNull();
    const needs = needsOf(anna);
    await signOutEverywhere(needs, anna, 'access');
    expect(needs.identity.asked.at(-1)).toEqual(['signOutEverywhere', 'access']);
    expect(await listOwnSessions(needs, anna, mine)).toEqual([]);
    expect(await findSession(needs, others)).not.toBeNull();
    const refusing = needsOf(anna, { signOutEverywhere: async () => 'refused' });
    await expect(signOutEverywhere(refusing, anna, 'access')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('whoever signs in on a kind of device that is new to the account has its owner written to, once', async () => {
    await ledger.write([], () => noteMailService(true, at));
    const letters = async () =>
      (await ledger.read(() => takeable.all())).map(({ recipient, details }) => [
        recipient,
        details?.['device'],
      ]);
    await begin(anna, 'a');
    await begin(anna, 'b');
    expect(await letters()).toEqual([]);
    await begin(anna, 'c', 'Firefox on Linux');
    await begin(anna, 'd', 'Firefox on Linux');
    await begin({ ...bo, emailVerified: false }, 'e');
    await begin({ ...bo, emailVerified: false }, 'f', 'Firefox on Linux');
    expect(await letters()).toEqual([[anna.email, 'Firefox on Linux']]);
    now = days(180);
    await begin(anna, 'g', 'Firefox on Linux');
    await ledger.amend(() => removeOldDevices(days(180)));
    await begin(anna, 'h', 'Firefox on Linux');
    await begin(anna, 'i', 'Chrome on Android');
    expect(await letters()).toEqual([
      [anna.email, 'Firefox on Linux'],
      [anna.email, 'Chrome on Android'],
    ]);
  });

  it('of an account that is deleted no device is known any more', async () => {
    await ledger.write([], () => noteMailService(true, at));
    await begin(anna, 'a');
    await completeErasure(ledger, anna.id, at);
    const devices = query('SELECT {columns} FROM known_devices', { device: text });
    expect(await ledger.read(() => devices.all())).toEqual([]);
  });

  it('of many, tokens are revoked ten at a time; an outage ends that after the first ten', async () => {
    const many = async () => {
      for (let count = 0; count < 25; count += 1) await begin(anna, `t${count}`);
    };
    let [atOnce, mostAtOnce] = [0, 0];
    const revoke = async () => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await Promise.resolve();
      atOnce -= 1;
    };
    await many();
    const needs = needsOf(anna, { revoke });
    await endOtherSessions(needs, anna, null);
    expect([needs.identity.asked.length, mostAtOnce]).toEqual([25, 10]);
    await many();
    const broken = needsOf(anna, {
      revoke: async () => Promise.reject(new IdentityProviderUnavailable('no answer')),
    });
    await expect(endOtherSessions(broken, anna, null)).rejects.toThrow('no answer');
    expect(broken.identity.asked).toHaveLength(10);
    expect(await listOwnSessions(broken, anna, null)).toEqual([]);
  });

  it('they are over here before a token is revoked, and stay over when that fails; every token is tried', async () => {
    const [mine, second] = [await begin(anna, 'a'), await begin(anna, 'b')];
    await begin(anna, 'c');
    const needs = needsOf(anna, {
      async revoke() {
        expect(await findSession(needs, second)).toBeNull();
        throw new IdentityProviderUnavailable('no answer');
      },
    });
    await expect(endOtherSessions(needs, anna, mine)).rejects.toThrow('no answer');
    expect(needs.identity.asked).toHaveLength(2);
    expect(await listOwnSessions(needs, anna, mine)).toMatchObject([{ isThis: true }]);
  });
});
