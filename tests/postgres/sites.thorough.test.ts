import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { lockKey } from '#server/engines/postgres/locks.ts';
import { guessLimits } from '#server/http/guess-limit.ts';
import { createLogger } from '#server/http/log.ts';
import { limits } from '#server/http/rate-limits.ts';
import { accountLock, paymentLock } from '#server/ledger/locks.ts';
import { type RunningSite, startSite } from '#server/main.ts';
import type { SessionResponse } from '#shared/api/session.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { paidEvent, postEvent } from '#tests/hardening/support/webhooks.ts';
import { bearer, buy, json, order, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

/** Lets ten checkouts of a window through. */
const factor = String(10 / limits.checkout);

/** Two sites on one database, as behind a load balancer. */
let databaseUrl: string;
let shop: Shop;
let other: RunningSite;
beforeAll(async () => {
  databaseUrl = await newPostgresDatabase();
  shop = await openShop({ environment: { DATABASE_URL: databaseUrl, RATE_LIMIT_FACTOR: factor } });
  const port = String(await freePort());
  other = await startSite(readConfig({ ...shop.environment, PORT: port }), { log: createLogger('silent') });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

describe('two sites on one PostgreSQL database', () => {
  it('know each other’s sessions: one begun here goes on there, and ends on both', async () => {
    const person = await newPerson(shop, undefined, webClientId);
    const begun = await fetch(`${shop.url}/api/session`, {
      method: 'POST',
      headers: { ...json, ...bearer(person.idToken) },
      body: JSON.stringify({ refreshToken: person.refreshToken }),
    });
    expect(begun.status).toBe(200);
    const cookie = begun.headers
      .getSetCookie()
      .map((text) => text.slice(0, text.indexOf(';')))
      .join('; ');
    const read = (base: string) => fetch(`${base}/api/session`, { headers: { cookie } });
    const there = (await (await read(other.address)).json()) as SessionResponse;
    expect(there.session).toMatchObject({ username: person.username, email: person.email });
    const left = await fetch(`${other.address}/api/session`, {
      method: 'DELETE',
      headers: { cookie, origin: shop.url },
    });
    expect(left.ok).toBe(true);
    for (const base of [shop.url, other.address]) {
      expect(await (await read(base)).json()).toEqual({ session: null });
    }
  });

  it('sell what the other one unlocks', async () => {
    const person = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fod'], person.email);
    const there = { ...shop, url: other.address };
    expect((await order(there, sessionId)).body).toMatchObject({ status: 'paid' });
    expect(await unlockedIds(there, person.idToken)).toEqual(['fod']);
  });

  it('count wrong codes together: a limit that is reached on one is reached on the other', async () => {
    const { idToken } = await newPerson(shop);
    const tryOn = (base: string, code: string) =>
      fetch(`${base}/api/use-code`, {
        method: 'POST',
        headers: { ...json, ...bearer(idToken) },
        body: JSON.stringify({ activationCode: code }),
      });
    for (let guess = 0; guess < guessLimits.perAccount; guess += 1) {
      expect((await tryOn(guess % 2 ? shop.url : other.address, `wrong ${guess}`)).status).toBe(200);
    }
    for (const base of [shop.url, other.address]) {
      const refused = await tryOn(base, 'wrong again');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(guessLimits.windowSeconds - 60);
    }
  });

  it('count requests together, and say in the same headers how many are left', async () => {
    const send = (base: string) =>
      fetch(`${base}/api/create-checkout-session`, {
        method: 'POST',
        headers: json,
        body: '{"products":[],"baseUrl":"x","email":"reader@example.com"}',
      });
    const left = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    const first = await send(shop.url);
    expect(first.headers.get('ratelimit-policy')).toContain('q=10');
    for (let remaining = left(first); remaining > 0; remaining -= 1) {
      expect(left(await send(remaining % 2 ? other.address : shop.url))).toBe(remaining - 1);
    }
    expect((await send(shop.url)).status).toBe(429);
    expect((await send(other.address)).status).toBe(429);
  });

  it('go on when every connection to the database is cut, without anybody noticing', async () => {
    const { idToken, email } = await newPerson(shop);
    const cut = () =>
      askPostgres(
        databaseUrl,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    const asked = async () => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 10; turn += 1) {
        const event = paidEvent(email, 'fist');
        const answers = await Promise.all([
          postEvent({ url: turn % 2 ? shop.url : other.address }, event),
          fetch(`${shop.url}/api/unlocked-content`, { headers: bearer(idToken) }),
        ]);
        statuses.push(...answers.map(({ status }) => status));
      }
      return statuses;
    };
    const [statuses] = await Promise.all([asked(), cut().then(cut).then(cut)]);
    // A transaction that lost its connection during the commit fails, and its sender repeats it.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(18);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    expect(await unlockedIds(shop, idToken)).toEqual(['fist']);
  });

  it('answer a webhook with 500 and a call with 503 while somebody holds what they need, and take both when it is free', async () => {
    const person = await newPerson(shop);
    const event = paidEvent(person.email, 'fist');
    const { payment_intent: payment } = JSON.parse(event.payload).data.object as { payment_intent: string };
    const sub = JSON.parse(Buffer.from(person.idToken.split('.')[1] ?? '', 'base64url').toString())
      .sub as string;
    const holder = new pg.Client(databaseUrl);
    await holder.connect();
    for (const name of [paymentLock(payment, ''), accountLock(sub)]) {
      await holder.query('SELECT pg_advisory_lock($1)', [lockKey(name)]);
    }
    const use = () =>
      fetch(`${other.address}/api/use-code`, {
        method: 'POST',
        headers: { ...json, ...bearer(person.idToken) },
        body: '{"activationCode":"none-such"}',
      });
    const [webhook, call] = await Promise.all([postEvent(shop, event), use()]);
    expect(webhook.status).toBe(500);
    expect(call.status).toBe(503);
    expect(call.headers.get('retry-after')).not.toBeNull();
    await holder.end();
    expect((await postEvent(shop, event)).status).toBe(200);
    expect((await use()).status).toBe(200);
  });

  it('never write the database’s password into their logs', () => {
    const password = new URL(databaseUrl).password;
    expect(shop.logText()).toContain('the database');
    expect(shop.logText()).not.toContain(`:${password}@`);
  });
});

it('Of several hosts in DATABASE_URL, the one that answers is taken', async () => {
  const nowhere = await freePort();
  const several = databaseUrl.replace('@', `@127.0.0.1:${nowhere},`);
  const environment = { ...shop.environment, DATABASE_URL: several, PORT: String(await freePort()) };
  const site = await startSite(readConfig(environment), { log: createLogger('silent') });
  expect((await fetch(`${site.address}/readyz`)).status).toBe(200);
  expect(
    await unlockedIds({ ...shop, url: site.address }, (await newPerson(shop, newEmail())).idToken),
  ).toEqual([]);
  await site.close();
});
