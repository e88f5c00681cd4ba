// Metrics of the store: a decorator that counts purchases, redemptions, webhook lag and database faults.

import type { Store } from '#server/ledger/store.ts';
import type { Metrics } from './metrics.ts';

/**
 * The same store, watched: purchases, redemptions, the lag of events, the reconciler's runs and failed calls become
 * figures whoever the caller is, so that no use case has to know of them.
 */
export function observeStore<S extends Store>(store: S, metrics: Metrics): S {
  const seen: Partial<Record<keyof Store, (args: unknown[], result: unknown) => void>> = {
    recordPurchase(args, result) {
      const [, , cause, at] = args as Parameters<Store['recordPurchase']>;
      if (result === 'fulfilled') metrics.purchase(cause.by);
      noteLag(String(result), cause.by, cause.event?.createdAt, at);
    },
    recordPaymentFact(args, result) {
      const [, cause, at] = args as Parameters<Store['recordPaymentFact']>;
      noteLag(String(result), cause.by, cause.event?.createdAt, at);
    },
    noteEvent(args) {
      const [event, outcome, by, at] = args as Parameters<Store['noteEvent']>;
      noteLag(outcome, by, event.createdAt, at);
    },
    redeemCode(_args, result) {
      const redemption = result as Awaited<ReturnType<Store['redeemCode']>>;
      metrics.redemption(redemption.ok ? 'redeemed' : redemption.error);
    },
    noteReconciliation(args) {
      const [{ result }] = args as Parameters<Store['noteReconciliation']>;
      metrics.reconciled(flatCounts(result));
    },
  };

  function noteLag(outcome: string, by: string, madeAt: Date | undefined, at: Date): void {
    if (by === 'webhook' && madeAt) metrics.webhookEvent(outcome, (at.getTime() - madeAt.getTime()) / 1000);
  }

  const watch = (name: keyof Store, method: (...args: unknown[]) => unknown) => {
    const note = seen[name];
    return async (...args: unknown[]) => {
      try {
        const result = await method(...args);
        note?.(args, result);
        return result;
      } catch (error) {
        const code = databaseCode(error);
        if (code) metrics.databaseFault(code);
        throw error;
      }
    };
  };
  const watched = Object.entries(store).map(([name, method]) => [
    name,
    name === 'close' || typeof method !== 'function'
      ? method
      : watch(name as keyof Store, method as (...args: unknown[]) => unknown),
  ]);
  return Object.fromEntries(watched) as S;
}

/**
 * The database's name for what went wrong, such as `SQLITE_BUSY` or `POSTGRES_55P03`, also when another error was made of
 * it; else `null`.
 */
export function databaseCode(error: unknown): string | null {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^(SQLITE|POSTGRES)_[A-Z0-9_]{1,40}$/.test(code)) return code;
  return cause instanceof Error ? databaseCode(cause) : null;
}

/** The numbers of a run's result by dotted path, lists by their length: `{events: {missing: 1}}` as `events.missing`. */
function flatCounts(result: object, prefix = ''): Record<string, number> {
  const entries = Object.entries(result).flatMap(([key, value]): [string, number][] => {
    if (typeof value === 'number') return [[`${prefix}${key}`, value]];
    if (Array.isArray(value)) return [[`${prefix}${key}`, value.length]];
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      return Object.entries(flatCounts(value, `${prefix}${key}.`));
    }
    return [];
  });
  return Object.fromEntries(entries);
}
