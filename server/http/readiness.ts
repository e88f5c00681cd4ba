// Readiness (/readyz): the reasons why a load balancer should send no traffic.

import { probeWrites, type WriteProbe, type WriteProbeNeeds } from '#server/ledger/write-probe.ts';

/** Whether people may be sent here, and if not, why. */
export type Readiness = ReturnType<typeof createReadiness>;

/** A site that is built, migrated and listening is ready, unless something else is noted. */
export function createReadiness() {
  const missing = new Set<string>();
  let isStopping = false;
  let closedFor: string | null = null;
  return {
    /** Reasons against, for the operator; empty when all is well. */
    obstacles: () => [...missing],
    /** Notes something that must be there first; it stands in the way until it is met. */
    awaits(what: string) {
      missing.add(what);
      return { met: () => void missing.delete(what) };
    },
    /** From here on nothing is sold, until the site is started again. */
    stopSales(why: string) {
      closedFor = why;
      missing.add(why);
    },
    /** Why nothing is sold; `null` as long as the shop sells. */
    salesStopped: () => closedFor,
    /** From here on the answer is no: the site is about to stop. */
    stopping() {
      isStopping = true;
      missing.add('The site is stopping.');
    },
    isStopping: () => isStopping,
  };
}

/** Makes the site unready while its database refuses writes, because nothing can be sold then. */
export function watchWrites({
  readiness,
  ...needs
}: Omit<WriteProbeNeeds, 'onChange'> & { readiness: Readiness }): WriteProbe {
  let refused: { met(): void } | null = null;
  return probeWrites({
    ...needs,
    onChange(takesWrites) {
      refused?.met();
      refused = takesWrites ? null : readiness.awaits('The database refuses writes.');
    },
  });
}
