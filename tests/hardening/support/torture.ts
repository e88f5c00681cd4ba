import Database from 'better-sqlite3';
import type { UseCodeResponse } from '#shared/api/use-code.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, json } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { type Shop, webClientId } from '#tests/support/shop.ts';
import { type SiteProcess, startSiteProcess } from './site-process.ts';
import { type PaidEvent, paidEvent, postEvent } from './webhooks.ts';

/** The number of concurrent clients: webhooks and redemptions. */
const webhookSenders = 8;
const redeemers = 4;
/** The least number of acknowledgements before a kill; a random number is added. At least one code must have been redeemed. */
const fewestBeforeKill = 5;
const chanceBeforeKill = 60;

export interface TortureOutcome {
  kills: number;
  purchases: { sent: number; acknowledged: number };
  redemptions: { sent: number; acknowledged: number };
  /** Acknowledged but not stored exactly once. Must be empty. */
  lost: string[];
  /** Stored in part: a purchase without line, grant or event, a redeemed code without grant, or the reverse. Must be empty. */
  half: string[];
  /** The findings of `PRAGMA integrity_check` and `foreign_key_check` after each kill. Must be empty. */
  damage: string[];
  seconds: number;
}

/**
 * Kills the site with SIGKILL at random moments under a load of signed webhooks and redemptions, restarts it each
 * time, and finally compares the acknowledgements with the database.
 */
export async function torture(shop: Shop, kills: number): Promise<TortureOutcome> {
  const startedAt = performance.now();
  await shop.stopSite();
  const sent: PaidEvent[] = [];
  const acknowledged: PaidEvent[] = [];
  const codes: string[] = [];
  const redeemed: string[] = [];
  const damage: string[] = [];
  // Ids are in the loop's own hands, so that one that was cut off is sent again, as the payment provider does.
  const again: PaidEvent[] = [];
  const codesAgain: string[] = [];

  for (let round = 0; round < kills; round += 1) {
    const fresh = await addCodes(shop, round);
    codes.push(...fresh);
    const open = [...codesAgain.splice(0), ...fresh];
    const site = await startSiteProcess(shop);
    const killAt = fewestBeforeKill + Math.floor(Math.random() * chanceBeforeKill);
    let acknowledgements = 0;
    let codesRedeemed = 0;
    let dead = false;
    const count = () => {
      acknowledgements += 1;
      if (acknowledgements >= killAt && codesRedeemed > 0 && !dead) kill();
    };
    const ended = Promise.withResolvers<void>();
    const kill = () => {
      dead = true;
      site.signal('SIGKILL').then(() => ended.resolve(), ended.reject);
    };

    const sendWebhooks = async () => {
      while (!dead) {
        // Each has its own buyer, because an order causes a check of all others of its buyer.
        const event = again.pop() ?? paidEvent(newEmail(), 'fist');
        if (!sent.includes(event)) sent.push(event);
        const status = await postEvent(shop, event).then(
          (response) => response.status,
          () => 0,
        );
        if (status === 200) {
          acknowledged.push(event);
          count();
        } else again.push(event);
      }
    };
    const redeem = async () => {
      for (let code = open.pop(); code !== undefined && !dead; code = open.pop()) {
        const answer = await fetch(`${shop.url}/api/use-code`, {
          method: 'POST',
          headers: { ...json, ...bearer(tokenOfOwner(shop, code)) },
          body: JSON.stringify({ activationCode: code }),
        }).then(
          async (response) => (response.ok ? ((await response.json()) as UseCodeResponse) : null),
          () => null,
        );
        // A code whose answer was lost may have been redeemed; a repetition says so.
        if (answer === null) codesAgain.push(code);
        else if (answer.valid) {
          redeemed.push(code);
          codesRedeemed += 1;
          count();
        }
      }
    };
    await Promise.all([
      ...Array.from({ length: webhookSenders }, sendWebhooks),
      ...Array.from({ length: redeemers }, redeem),
    ]);
    await ended.promise;
    damage.push(...damageOf(shop));
  }

  // Unacknowledged events are delivered again, as for up to three days.
  const last: SiteProcess = await startSiteProcess(shop);
  for (const event of again) {
    if ((await postEvent(shop, event)).status === 200) acknowledged.push(event);
  }
  await last.signal('SIGTERM');
  damage.push(...damageOf(shop));
  return {
    kills,
    purchases: { sent: sent.length, acknowledged: acknowledged.length },
    redemptions: { sent: codes.length, acknowledged: redeemed.length },
    ...compare(shop, acknowledged, redeemed),
    damage,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** Each code is redeemed by another account, because an account that has the adventure already would be refused. */
function tokenOfOwner(shop: Shop, code: string): string {
  return shop.sandbox.identity.mintToken({
    use: 'id',
    clientId: webClientId,
    claims: { sub: `owner-of-${code}`, email: `${code}@example.com`, email_verified: true },
  });
}

async function addCodes(shop: Shop, round: number): Promise<string[]> {
  const now = () => new Date();
  const ledger = openVerbs(shop.config.databaseFile, now);
  const names = Array.from({ length: 12 }, (_, index) => `torture-${round}-${index}`);
  await ledger.addActivationCodes(
    names.map((code) => ({ code, campaign: 'torture', unlocks: ['fist'] as const })),
    now(),
  );
  await ledger.close();
  return names;
}

function damageOf(shop: Shop): string[] {
  const db = new Database(shop.config.databaseFile);
  const integrity = (db.pragma('integrity_check') as { integrity_check: string }[])
    .map((row) => row.integrity_check)
    .filter((text) => text !== 'ok');
  const orphans = (db.pragma('foreign_key_check') as unknown[]).map((row) => JSON.stringify(row));
  db.close();
  return [...integrity, ...orphans];
}

function compare(shop: Shop, acknowledged: readonly PaidEvent[], redeemed: readonly string[]) {
  const db = new Database(shop.config.databaseFile, { readonly: true });
  const purchaseOf = db.prepare<[string], { n: number; lines: number; grants: number }>(
    `SELECT count(DISTINCT purchases.id) AS n, count(DISTINCT purchase_lines.product_id) AS lines, count(DISTINCT grants.id) AS grants
     FROM purchases LEFT JOIN purchase_lines ON purchase_lines.purchase_id = purchases.id
     LEFT JOIN grants ON grants.purchase_id = purchases.id WHERE checkout_session_id = ?`,
  );
  const eventOf = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM webhook_events WHERE id = ?',
  );
  const grantsOf = db.prepare<[string, string], { n: number }>(
    `SELECT count(*) AS n FROM grants JOIN activation_codes ON activation_codes.id = code_id
     WHERE code = ? AND account_id = ?`,
  );
  const lost = [
    ...acknowledged.flatMap(({ id, sessionId }) => {
      const { n, lines, grants } = purchaseOf.get(sessionId) ?? { n: 0, lines: 0, grants: 0 };
      const events = eventOf.get(id)?.n ?? 0;
      return n === 1 && lines === 1 && grants === 1 && events === 1
        ? []
        : [`${sessionId}: ${n} purchases, ${lines} lines, ${grants} grants, ${events} events`];
    }),
    ...redeemed.flatMap((code) => {
      const n = grantsOf.get(code, `owner-of-${code}`)?.n ?? 0;
      return n === 1 ? [] : [`${code}: ${n} grants`];
    }),
  ];
  const half = (
    db
      .prepare(
        `SELECT 'purchase ' || checkout_session_id AS what FROM purchases
           WHERE id NOT IN (SELECT purchase_id FROM purchase_lines)
              OR id NOT IN (SELECT purchase_id FROM grants WHERE purchase_id IS NOT NULL)
         UNION ALL SELECT 'code ' || code FROM activation_codes
           WHERE (SELECT count(*) FROM redemptions WHERE code_id = activation_codes.id)
              <> (SELECT count(*) FROM grants WHERE code_id = activation_codes.id)`,
      )
      .all() as { what: string }[]
  ).map(({ what }) => what);
  db.close();
  return { lost, half };
}
