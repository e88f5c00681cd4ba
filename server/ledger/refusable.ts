// A ledger that can be made read-only, after damage was found.

import { DatabaseFault, type Ledger } from './ledger.ts';

/**
 * Wraps a ledger with a switch that makes it read-only: purchases written into a damaged database would be lost with it.
 */
export function refusable(ledger: Ledger) {
  let refusal: string | null = null;
  const unlessRefused =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (refusal !== null) throw new DatabaseFault('SQLITE_CORRUPT', refusal, false, undefined);
      return method(...args);
    };
  return {
    ledger: {
      ...ledger,
      write: unlessRefused(ledger.write) as Ledger['write'],
      amend: unlessRefused(ledger.amend) as Ledger['amend'],
    },
    /** From here on every write is refused with this reason; reads work as before. */
    refuseWrites(reason: string) {
      refusal = reason;
    },
  };
}
