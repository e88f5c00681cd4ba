import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openLedger } from '#server/engines/open-ledger.ts';
import type { UseCodeResponse } from '#shared/api/use-code.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { type SiteProcess, startSiteProcess } from '#tests/hardening/support/site-process.ts';
import { type PaidEvent, paidEvent, postEvent } from '#tests/hardening/support/webhooks.ts';
import { ledgerVerbs, silentLog as log } from '#tests/support/ledger-verbs.ts';
import { bearer, json } from '#tests/support/orders.ts';
import type { PostgresServer } from '#tests/support/postgres-server.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';
import { startBalancer } from './balancer.ts';

const sitesAtOnce = 3;
/** The number of concurrent clients: the payment provider, redemptions, the app. */
const askers = { webhook: 6, redemption: 4, read: 4 } as const;
/** The least number of acknowledgements before the next kill or restart; a random number is added. */
const fewestBetweenBlows = 10;
const chanceBetweenBlows = 40;
/** How long a request is repeated before it counts as never answered, in milliseconds. */
const patienceMs = 60_000;

export interface StormOutcome {
  kills: number;
  restarts: number;
  acknowledged: { purchases: number; redemptions: number; reads: number };
  /** How often requests had to be repeated. */
  repeated: number;
  /** Requests that were never answered, or with an error that a repetition does not cure. Must be empty. */
  failed: string[];
  /** Acknowledged but not stored exactly once, or stored in part. Must be empty. */
  lost: string[];
  seconds: number;
}

/**
 * Three sites on one database behind a load balancer, under a load of webhooks, redemptions and reads, while sites are killed and
 * the database server is restarted. All clients repeat unanswered requests, like Stripe, browsers and the app.
 */
export async function storm(
  server: PostgresServer,
  blows: { kills: number; restarts: number },
): Promise<StormOutcome> {
  const startedAt = performance.now();
  await server.run('CREATE DATABASE storm');
  const databaseUrl = server.urlOf('storm');
  const shop = await openShop({ environment: { DATABASE_URL: databaseUrl } });
  await shop.stopSite();
  const ports = await Promise.all(Array.from({ length: sitesAtOnce }, freePort));
  const sites = await Promise.all(ports.map((port) => keepRunning(shop, port)));
  const balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  const front: Shop = { ...shop, url: balancer.url };

  const outcome: StormOutcome = {
    ...{ kills: 0, restarts: 0, repeated: 0, failed: [], lost: [], seconds: 0 },
    acknowledged: { purchases: 0, redemptions: 0, reads: 0 },
  };
  const events: PaidEvent[] = [];
  const redeemed: string[] = [];
  let over = false;
  let acknowledgements = 0;
  let blowAt = 0;
  let blow = Promise.withResolvers<void>();
  const acknowledge = (what: keyof StormOutcome['acknowledged']) => {
    outcome.acknowledged[what] += 1;
    acknowledgements += 1;
    if (acknowledgements === blowAt) blow.resolve();
  };

  /** Repeats a request until the answer is final. @param ask returns `null` if it should be repeated @returns the tries, or `null` */
  async function insist<T>(name: string, ask: (tries: number) => Promise<T | null>): Promise<T | null> {
    const until = performance.now() + patienceMs;
    for (let tries = 1; performance.now() < until; tries += 1) {
      const answer = await ask(tries).catch(() => null);
      if (answer !== null) return answer;
      outcome.repeated += 1;
      await wait(50 + Math.random() * 100);
    }
    outcome.failed.push(`${name} was never answered`);
    return null;
  }
  const worthRepeating = (status: number) => status >= 500 || status === 429;

  const sendWebhooks = async () => {
    while (!over) {
      const event = paidEvent(`reader-${events.length}@example.com`, 'fist');
      const done = await insist(event.id, async () => {
        const { status } = await postEvent(front, event);
        if (status !== 200 && !worthRepeating(status)) outcome.failed.push(`${event.id} answered ${status}`);
        return worthRepeating(status) ? null : status;
      });
      if (done === 200) {
        events.push(event);
        acknowledge('purchases');
      }
    }
  };
  const codes = await makeCodes(databaseUrl, 3000);
  const redeem = async () => {
    while (!over) {
      const code = codes.pop();
      if (code === undefined) return;
      const answer = await insist(code, async () => {
        const response = await fetch(`${front.url}/api/use-code`, {
          method: 'POST',
          headers: { ...json, ...bearer(tokenOfOwner(shop, code)) },
          body: JSON.stringify({ activationCode: code }),
        });
        if (worthRepeating(response.status)) return null;
        const body = (await response.json()) as UseCodeResponse;
        // A repetition after a lost answer gets the same answer.
        if (body.valid) return 'redeemed';
        outcome.failed.push(`${code} answered ${response.status} ${body.error}`);
        return 'refused';
      });
      if (answer === 'redeemed') {
        redeemed.push(code);
        acknowledge('redemptions');
      }
    }
  };
  const read = async () => {
    while (!over) {
      const code = redeemed.at(-1);
      const owned = await insist(`reading for ${code}`, async () => {
        const headers = bearer(tokenOfOwner(shop, code ?? 'nobody'));
        const response = await fetch(`${front.url}/api/unlocked-content`, { headers });
        const text = await response.text();
        if (worthRepeating(response.status)) return null;
        if (response.status !== 200) outcome.failed.push(`reading answered ${response.status}`);
        return text;
      });
      // The next request sees what was acknowledged, at any site.
      if (owned !== null && code !== undefined && !owned.includes('"fist"'))
        outcome.lost.push(`${code} was not seen`);
      acknowledge('reads');
    }
  };

  const asking = Promise.all([
    ...Array.from({ length: askers.webhook }, sendWebhooks),
    ...Array.from({ length: askers.redemption }, redeem),
    ...Array.from({ length: askers.read }, read),
  ]);
  for (const isRestart of order(blows)) {
    blow = Promise.withResolvers();
    blowAt = acknowledgements + fewestBetweenBlows + Math.floor(Math.random() * chanceBetweenBlows);
    await Promise.race([blow.promise, asking]);
    if (isRestart) {
      await server.restart();
      outcome.restarts += 1;
    } else {
      await sites[Math.floor(Math.random() * sites.length)]?.kill();
      outcome.kills += 1;
    }
  }
  over = true;
  await asking;
  await Promise.all(sites.map((site) => site.stop()));
  await balancer.close();
  await shop.close();
  outcome.lost.push(...(await missing(databaseUrl, events, redeemed)));
  outcome.seconds = Math.round((performance.now() - startedAt) / 1000);
  return outcome;
}

/** Kills and restarts in random order. @returns true for a restart, false for a kill */
function order({ kills, restarts }: { kills: number; restarts: number }): boolean[] {
  const all = [...Array<boolean>(kills).fill(false), ...Array<boolean>(restarts).fill(true)];
  return all
    .map((isRestart) => ({ isRestart, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ isRestart }) => isRestart);
}

/** A site that is restarted whenever it ends, like a container. */
async function keepRunning(shop: Shop, port: number) {
  const start = () => startSiteProcess(shop, { environment: { PORT: String(port) } });
  const container: { site: SiteProcess; wanted: boolean } = { site: await start(), wanted: true };
  const keeping = (async () => {
    while (container.wanted) {
      await container.site.ended;
      // One that starts while the database server is down may end again.
      if (container.wanted) container.site = await start().catch(() => container.site);
    }
    // It may have started while it was being stopped.
    await container.site.signal('SIGTERM');
  })();
  return {
    /** Kills it; it may be starting. */
    kill: async () => void (await container.site.signal('SIGKILL')),
    async stop() {
      container.wanted = false;
      await container.site.signal('SIGTERM');
      await keeping;
    },
  };
}

async function makeCodes(databaseUrl: string, count: number): Promise<string[]> {
  const clock = () => new Date();
  const opened = await openLedger({ databaseFile: '', databaseUrl }, { clock, log, user: 'operator' });
  const ledger = ledgerVerbs(opened.ledger);
  const codes = Array.from({ length: count }, (_, index) => `storm-${index}`);
  await ledger.addActivationCodes(
    codes.map((code) => ({ code, campaign: 'storm', unlocks: ['fist'] })),
    new Date(),
  );
  await ledger.close();
  return codes;
}

/** Each code is redeemed by another account, because an account that has the adventure already would be refused. */
function tokenOfOwner(shop: Shop, code: string): string {
  return shop.sandbox.identity.mintToken({
    use: 'id',
    clientId: webClientId,
    claims: { sub: `owner-of-${code}`, email: `${code}@example.com`, email_verified: true },
  });
}

/** Acknowledged entries that are not stored exactly once, and those stored in part. */
async function missing(
  databaseUrl: string,
  events: readonly PaidEvent[],
  redeemed: readonly string[],
): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ what: string }>(
    `SELECT 'purchase ' || session AS what FROM unnest($1::text[], $2::text[]) AS sold (session, event)
       WHERE (SELECT count(*) FROM purchases WHERE checkout_session_id = session) <> 1
          OR (SELECT count(*) FROM purchase_lines JOIN purchases ON purchases.id = purchase_id
              WHERE checkout_session_id = session) <> 1
          OR (SELECT count(*) FROM grants JOIN purchases ON purchases.id = purchase_id
              WHERE checkout_session_id = session) <> 1
          OR (SELECT count(*) FROM webhook_events WHERE webhook_events.id = event) <> 1
     UNION ALL SELECT 'code ' || given FROM unnest($3::text[]) AS given
       WHERE (SELECT count(*) FROM redemptions JOIN activation_codes ON activation_codes.id = code_id
              WHERE code = given AND account_id = 'owner-of-' || given) <> 1
     UNION ALL SELECT 'half a purchase ' || checkout_session_id FROM purchases
       WHERE id NOT IN (SELECT purchase_id FROM purchase_lines)
          OR id NOT IN (SELECT purchase_id FROM grants WHERE purchase_id IS NOT NULL)
     UNION ALL SELECT 'half a redemption ' || code FROM activation_codes
       WHERE (SELECT count(*) FROM redemptions WHERE code_id = activation_codes.id)
          <> (SELECT count(*) FROM grants WHERE code_id = activation_codes.id)`,
    [events.map(({ sessionId }) => sessionId), events.map(({ id }) => id), redeemed],
  );
  await client.end();
  return rows.map(({ what }) => what);
}
