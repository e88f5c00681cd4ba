// A ledger that can be made read-only, after damage was found.

import { DatabaseFault, type Ledger } from './ledger.ts';

/** A ledger that can be made read-only. */
interface RefusableLedger {
  ledger: Ledger;
  /** From here on every write is refused with this reason; reads work as before. */
  refuseWrites(reason: string): void;
}

/** Wraps a ledger with that switch: purchases written into a damaged database would be lost with it. */
export function refusable(ledger: Ledger): RefusableLedger {
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
    refuseWrites(reason) {
      refusal = reason;
    },
  };
}
