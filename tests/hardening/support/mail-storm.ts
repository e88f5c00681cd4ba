import { setTimeout as wait } from 'node:timers/promises';
import { integer, text } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { openShop } from '#tests/support/shop.ts';
import { startSiteProcess } from './site-process.ts';
import { paidEvent, postEvent } from './webhooks.ts';

const sellers = 4;
/** The faults of the mail service. */
const faults = { drop: 0.04, busy: 0.1, delayMs: 20 };
/** How long to wait for each further letter at the end, in milliseconds. */
const patienceMs = 180_000;

export interface MailStormOutcome {
  kills: number;
  orders: number;
  letters: number;
  /** Paid orders without confirmation. Must be empty. */
  missing: string[];
  /** Confirmations that came twice because they were being sent at a kill, before the acceptance was stored. */
  twiceByKill: number;
  /** Confirmations that came twice because the mail service's acceptance came after the site's time-out. */
  twiceByLateYes: number;
  /** All other confirmations that came twice. Must be empty. */
  twice: string[];
  seconds: number;
}

const held = query(
  `SELECT email FROM letters JOIN purchases ON purchases.id = purchase_id
   WHERE state = 'waiting' AND held_until IS NOT NULL`,
  { email: text },
);

/** Postponed letters would wait up to ten minutes, which would only make the test longer. */
const dueNow = command(
  `UPDATE letters SET due_at = ? WHERE state = 'waiting' AND held_until IS NULL AND due_at > ?`,
);

/** Of a letter that was handed over whole and for whose answer the site waited in vain: nodemailer's word for what we broke off ourselves. */
const givenUp = /"letter":(\d+),[^\n]*"fault":"EABORT[^\n]*did not answer/g;
const addressed = query(
  'SELECT letters.id, email FROM letters JOIN purchases ON purchases.id = purchase_id WHERE letters.id IN (?*)',
  { id: integer, email: text },
);

/** The recipients of the letters that a process was sending when it ended. */
async function heldLetters(databaseFile: string): Promise<string[]> {
  const ledger = openVerbs(databaseFile, () => new Date());
  const letters = await ledger.read(() => held.all());
  await ledger.close();
  return letters.map(({ email }) => email);
}

/**
 * A site that is killed repeatedly while it sells, with a mail service that drops connections, defers letters and
 * is slow. Every acknowledged order must be confirmed by mail.
 */
export async function mailStorm({
  kills,
  orders,
}: {
  kills: number;
  orders: number;
}): Promise<MailStormOutcome> {
  const startedAt = performance.now();
  const shop = await openShop({ mail: true });
  await shop.stopSite();
  const { inbox, mail } = shop.sandbox;
  mail.setFaults(faults);
  const sold: string[] = [];
  /** How often a letter to each address was being sent at a kill. */
  const onTheirWay = new Map<string, number>();
  /** How often the site's time-out ended for a letter to each address. */
  const onceMore = new Map<string, number>();
  let log = '';
  let begun = 0;
  const sell = async () => {
    while (begun < orders) {
      begun += 1;
      const email = `reader-${begun}@example.com`;
      const event = paidEvent(email, 'fist');
      // Like the payment provider: until it is acknowledged.
      while ((await postEvent(shop, event).catch(() => null))?.status !== 200) await wait(20);
      sold.push(email);
    }
  };
  let site = await startSiteProcess(shop);
  const selling = Promise.all(Array.from({ length: sellers }, sell));
  for (let blow = 1; blow <= kills; blow += 1) {
    // Spread over the sales, at random moments.
    const after = (orders * (blow - 0.2 + Math.random() * 0.2)) / (kills + 1);
    while (sold.length < after) await wait(10);
    await wait(Math.random() * 100);
    await site.signal('SIGKILL');
    log += site.output();
    for (const email of await heldLetters(shop.config.databaseFile)) {
      onTheirWay.set(email, (onTheirWay.get(email) ?? 0) + 1);
    }
    site = await startSiteProcess(shop);
  }
  await selling;
  mail.setFaults({});
  const ledger = openVerbs(shop.config.databaseFile, () => new Date());
  let left = Number.POSITIVE_INFINITY;
  for (let until = 0; left > 0; await wait(100)) {
    const now = new Date();
    // Each time: what was on its way when it became calm may be put off yet.
    await ledger.write([], () => dueNow.run(now, now));
    const { waiting } = await ledger.read(() => outboxFigures(now));
    if (waiting < left) until = performance.now() + patienceMs;
    else if (performance.now() > until) break;
    left = waiting;
  }
  await site.signal('SIGTERM');
  log += site.output();
  const late = [...log.matchAll(givenUp)].map(([, id]) => Number(id));
  for (const { id, email } of await ledger.read(() => addressed.each([...new Set(late)]))) {
    const times = late.filter((one) => one === id).length;
    onceMore.set(email, times);
  }
  await ledger.close();

  const arrivals = new Map<string, number>();
  const letters = inbox.list().filter(({ from }) => from === 'shop');
  for (const { to } of letters) arrivals.set(to, (arrivals.get(to) ?? 0) + 1);
  await shop.close();
  const repeated = [...arrivals].filter(([, times]) => times > 1);
  const byKill = ([email, times]: [string, number]) => times - 1 <= (onTheirWay.get(email) ?? 0);
  const byLateYes = ([email, times]: [string, number]) =>
    times - 1 <= (onTheirWay.get(email) ?? 0) + (onceMore.get(email) ?? 0);
  return {
    kills,
    ...{ orders: sold.length, letters: letters.length },
    missing: sold.filter((email) => !arrivals.has(email)),
    twiceByKill: repeated.filter(byKill).length,
    twiceByLateYes: repeated.filter((each) => !byKill(each) && byLateYes(each)).length,
    twice: repeated.filter((each) => !byLateYes(each)).map(([email]) => email),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}
