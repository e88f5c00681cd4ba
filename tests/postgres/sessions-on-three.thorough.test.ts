import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLogger } from '#server/http/log.ts';
import { type RunningSite, startSite } from '#server/main.ts';
import { listSessions, patternOf, readSession, readUnlockedContent } from '#shared/endpoints.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { newPerson, signIn } from '#tests/support/people.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { beginSession, cookieOf, refreshesAt } from '#tests/support/sessions.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

/** Three sites on one database, as behind a load balancer. */
let shop: Shop;
let others: RunningSite[];
let sites: { url: string }[];
beforeAll(async () => {
  shop = await openShop({ environment: { DATABASE_URL: await newPostgresDatabase() } });
  others = [];
  for (let number = 2; number <= 3; number += 1) {
    const settings = readConfig({ ...shop.environment, PORT: String(await freePort()) });
    others.push(await startSite(settings, { log: createLogger('silent') }));
  }
  sites = [{ url: shop.url }, ...others.map(({ address }) => ({ url: address }))];
});
afterAll(async () => {
  for (const site of others) await site.close();
  await shop.close();
});

it('Sessions that were begun on three sites are ended on one, and are dead at once on all', async () => {
  const person = await newPerson(shop, undefined, webClientId);
  const begun = await Promise.all(
    sites.map(async (site) => {
      const tokens = await signIn(shop, person.username, webClientId);
      return { ...tokens, cookie: cookieOf(await beginSession(site, tokens)) };
    }),
  );
  const [mine, ...ended] = begun;
  const headers = { cookie: mine?.cookie ?? '', 'sec-fetch-site': 'same-origin' };
  const ask = (site: { url: string }, endpoint: string, cookie: string) =>
    fetch(`${site.url}${patternOf(endpoint)}`, { headers: { ...headers, cookie } });
  // Each site has accepted each token before.
  for (const site of sites) {
    for (const { cookie } of begun) expect((await ask(site, readUnlockedContent, cookie)).status).toBe(200);
  }
  const left = await fetch(`${shop.url}${patternOf(listSessions)}`, { method: 'DELETE', headers });
  expect(left.status).toBe(204);
  for (const site of sites) {
    for (const { cookie } of ended) {
      expect((await ask(site, readUnlockedContent, cookie)).status).toBe(401);
      expect(await (await ask(site, readSession, cookie)).json()).toEqual({ session: null });
    }
    expect((await ask(site, readUnlockedContent, headers.cookie)).status).toBe(200);
  }
  for (const { refreshToken } of ended) expect(await refreshesAt(shop, refreshToken)).toBe(false);
});
