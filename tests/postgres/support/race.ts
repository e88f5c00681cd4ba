import { type ChildProcess, fork } from 'node:child_process';
import type { Purchase } from '#server/buying/records.ts';
import type { RefundFact } from '#server/buying/refunds-and-disputes.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { compileCache } from '#tests/support/compile-cache.ts';
import type { Share } from './racer.ts';

const at = new Date('2025-06-01T12:00:00Z');

export const readerOfRace = (number: number): Account => ({
  ...{ id: `sub-${number}`, username: `reader-${number}` },
  ...{ email: `reader-${number}@example.com`, emailVerified: true },
});

export const purchaseOfRace = (number: number): Purchase => ({
  checkoutSessionId: `cs_${number}`,
  paymentIntentId: `pi_${number}`,
  email: readerOfRace(0).email,
  accountId: null,
  currency: 'sek',
  totalOre: 25_000,
  live: false,
  paidAt: at,
  lines: [{ productId: 'fod', priceOre: 25_000 }],
  consentText: null,
  termsVersion: null,
  country: null,
  vatOre: null,
  invoiceId: null,
  paidAmount: null,
  paidCurrency: null,
});

export const lateRefund = (number: number): RefundFact => ({
  ...{ kind: 'refund', id: `re_${number}`, paymentIntentId: `pi_${number}`, amountOre: 25_000 },
  ...{ status: 'succeeded', productIds: [], asOf: at, countedAt: at },
});

/** Processes that race on successive databases. */
export interface Racers {
  /** Starts all processes at the same moment. @returns the answers of all calls, in no order */
  race<Result>(
    url: string,
    what: Share['what'],
    calls: number,
    given?: { token?: string },
  ): Promise<Result[]>;
  /** Ends the processes. */
  end(): void;
}

/** Starts processes for races. */
export function startRacers(processes = 3): Racers {
  const racers = Array.from({ length: processes }, () =>
    fork('tests/postgres/support/racer.ts', { execArgv: [], env: { ...process.env, ...compileCache } }),
  );
  /** Sends a process a message, and waits for its answer. */
  const tell = (racer: ChildProcess, message: string | Share) =>
    new Promise<unknown>((resolve, reject) => {
      const onExit = (code: number | null) =>
        reject(new Error(`A process ended with ${code} before it answered`));
      racer.once('exit', onExit).once('message', (answer) => {
        racer.off('exit', onExit);
        resolve(answer);
      });
      racer.send(message);
    });
  return {
    async race<Result>(url: string, what: Share['what'], calls: number, given: { token?: string } = {}) {
      await Promise.all(racers.map((racer) => tell(racer, url)));
      const share = Math.ceil(calls / processes);
      const results = await Promise.all(
        racers.map((racer, index) => {
          const from = index * share;
          return tell(racer, { what, ...given, from, to: Math.min(calls, from + share) });
        }),
      );
      return (results as Result[][]).flat();
    },
    end() {
      for (const racer of racers) racer.kill();
    },
  };
}
