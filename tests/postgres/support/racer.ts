import { once } from 'node:events';
import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import { DatabaseFault } from '#server/ledger/ledger.ts';
import { claimWith } from '#tests/support/claims.ts';
import { type LedgerVerbs, ledgerVerbs, silentLog as log } from '#tests/support/ledger-verbs.ts';
import { lateRefund, purchaseOfRace, readerOfRace } from './race.ts';

/** One of several processes on the same database: runs its calls of each race concurrently, at a signal. */
export interface Share {
  what: 'redeem' | 'purchase' | 'claim' | 'claim link' | 'refund beside purchase';
  /** The token that the race is about, if any. */
  token?: string | undefined;
  from: number;
  to: number;
}

const at = new Date('2025-06-01T12:00:00Z');
const options = { clock: () => at, log, user: 'site' } as const;
const event = (number: number) => ({
  ...{ id: `evt_${number}`, type: 'checkout.session.completed', objectId: null, createdAt: at },
});
const tasksOf = (
  ledger: LedgerVerbs,
  share: Share,
): Record<Share['what'], (number: number) => Promise<unknown>> => ({
  redeem: (number) => ledger.redeemCode('rush', { ...readerOfRace(number), emailVerified: false }, at),
  purchase: (number) =>
    ledger.recordPurchase(purchaseOfRace(0), ['fod', 'fist'], { by: 'webhook', event: event(number) }, at),
  claim: (number) => ledger.ownedGrants({ ...readerOfRace(number), email: readerOfRace(0).email }, at),
  'claim link': (number) =>
    claimWith(ledger, { ...readerOfRace(number), emailVerified: false }, share.token ?? '', at),
  // Odd ones pay, even ones refund: both parts of one order at the same moment, often in two processes.
  'refund beside purchase': (number) => {
    const order = Math.floor(number / 2);
    const cause = { by: 'webhook', event: null } as const;
    return number % 2 === 0
      ? ledger.recordPaymentFact(lateRefund(order), cause, at)
      : ledger.recordPurchase(
          { ...purchaseOfRace(order), email: readerOfRace(order).email },
          ['fod'],
          cause,
          at,
        );
  },
});
/** On a slow machine the queue exceeds the time-out: such calls are repeated, as by real callers. */
async function insist(task: () => Promise<unknown>): Promise<unknown> {
  while (true) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof DatabaseFault && error.passing)) throw error;
    }
  }
}
/** A race: the URL of its database, and once that is open the calls to make. */
for (;;) {
  const [url] = (await once(process, 'message')) as [string];
  const ledger = ledgerVerbs((await openPostgresLedger(url, 'migrations/postgres', options)).ledger);
  process.send?.('ready');
  const [share] = (await once(process, 'message')) as [Share];
  const task = tasksOf(ledger, share)[share.what];
  const numbers = Array.from({ length: share.to - share.from }, (_, index) => share.from + index);
  const results = await Promise.all(numbers.map((number) => insist(() => task(number))));
  await ledger.close();
  process.send?.(results);
}
