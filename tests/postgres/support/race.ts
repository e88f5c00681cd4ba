import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Account } from '#server/accounts/identity-provider.ts';
import type { RefundFact } from '#server/buying/order-facts.ts';
import type { Purchase } from '#server/buying/records.ts';
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
  ...{ status: 'succeeded', productIds: [], asOf: at },
});

/** Has several processes do their shares at the same moment. @returns what all calls answered, in no order */
export async function race<Result>(
  url: string,
  what: Share['what'],
  calls: number,
  { processes = 3, token }: { processes?: number; token?: string } = {},
): Promise<Result[]> {
  const racers = Array.from({ length: processes }, () =>
    fork('tests/postgres/support/racer.ts', [url], {
      execArgv: [],
      env: { ...process.env, ...compileCache },
    }),
  );
  await Promise.all(racers.map((racer) => once(racer, 'message')));
  const share = Math.ceil(calls / processes);
  const results = await Promise.all(
    racers.map(async (racer, index) => {
      const from = index * share;
      const answered = once(racer, 'message');
      racer.send({ what, token, from, to: Math.min(calls, from + share) } satisfies Share);
      const ended = once(racer, 'exit').then(([code]) => {
        throw new Error(`A process ended with ${code} before it answered`);
      });
      ended.catch(() => undefined);
      const [answers] = (await Promise.race([answered, ended])) as [Result[]];
      return answers;
    }),
  );
  return results.flat();
}
