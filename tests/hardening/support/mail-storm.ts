import { setTimeout as wait } from 'node:timers/promises';
import { outboxFigures } from '#server/mailing/outbox-report.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { openShop } from '#tests/support/shop.ts';
import { startSiteProcess } from './site-process.ts';
import { paidEvent, postEvent } from './webhooks.ts';

const sellers = 4;
/** What the mail service does meanwhile. */
const faults = { drop: 0.04, busy: 0.1, delayMs: 20 };
/** How long the last letters are waited for, in milliseconds: one that was put off three times waits half a minute. */
const patienceMs = 180_000;
/** The longest way of a yes from the mail service to our disk that is believed, in milliseconds. */
const noteWithinMs = 1000;

export interface MailStormOutcome {
  kills: number;
  orders: number;
  letters: number;
  /** Paid orders whose confirmation never came. Must be empty. */
  missing: string[];
  /** Confirmations that came twice because the site was killed between the mail service's yes and its own note. */
  twiceByKill: number;
  /** Any other that came twice. Must be empty. */
  twice: string[];
  seconds: number;
}

/**
 * A site that is killed again and again while it sells, beside a mail service that breaks connections, puts letters off and
 * takes its time. Every order that was acknowledged must be confirmed by mail.
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
  const killedAt: number[] = [];
  let begun = 0;
  const sell = async () => {
    while (begun < orders) {
      begun += 1;
      const email = `reader-${begun}@example.com`;
      const event = paidEvent(email, 'fist');
      // As the payment provider does: until it is acknowledged.
      while ((await postEvent(shop, event).catch(() => null))?.status !== 200) await wait(20);
      sold.push(email);
    }
  };
  let site = await startSiteProcess(shop);
  const selling = Promise.all(Array.from({ length: sellers }, sell));
  for (let blow = 1; blow <= kills; blow += 1) {
    // Spread over the sales, at a moment that nobody knows.
    const after = (orders * (blow - 0.2 + Math.random() * 0.2)) / (kills + 1);
    while (sold.length < after) await wait(10);
    await wait(Math.random() * 100);
    killedAt.push(Date.now());
    await site.signal('SIGKILL');
    site = await startSiteProcess(shop);
  }
  await selling;
  mail.setFaults({});
  const ledger = openVerbs(shop.config.databaseFile, () => new Date());
  const until = performance.now() + patienceMs;
  const waiting = async () => (await ledger.read(() => outboxFigures(new Date()))).waiting;
  while ((await waiting()) > 0 && performance.now() < until) await wait(100);
  await ledger.close();
  await site.signal('SIGTERM');

  const arrivals = new Map<string, number[]>();
  const letters = inbox.list().filter(({ from }) => from === 'shop');
  for (const { to, sentAt } of letters.toReversed()) {
    arrivals.set(to, [...(arrivals.get(to) ?? []), Date.parse(sentAt)]);
  }
  await shop.close();
  const repeated = [...arrivals].filter(([, times]) => times.length > 1);
  const byKill = ([, [first = 0, second = 0, ...more]]: (typeof repeated)[number]) =>
    more.length === 0 &&
    killedAt.some((moment) => first <= moment && moment - first < noteWithinMs && moment <= second);
  return {
    kills: killedAt.length,
    ...{ orders: sold.length, letters: letters.length },
    missing: sold.filter((email) => !arrivals.has(email)),
    twiceByKill: repeated.filter(byKill).length,
    twice: repeated.filter((each) => !byKill(each)).map(([email]) => email),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}
