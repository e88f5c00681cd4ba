// Readiness (/readyz): the reasons why a load balancer should send no traffic.

/** Whether the site should get traffic, and if not, why. */
export type Readiness = ReturnType<typeof createReadiness>;

/** A site that is built, migrated and listening is ready, unless a precondition was added. */
export function createReadiness() {
  const missing = new Set<string>();
  let isStopping = false;
  let areSalesStopped = false;
  return {
    /** Reasons against, for the operator; empty when the site is ready. */
    obstacles: () => [...missing],
    /** Adds a precondition; the site is not ready until it is met. */
    awaits(what: string) {
      missing.add(what);
      return { met: () => void missing.delete(what) };
    },
    /** Stops selling until the site is started again. */
    stopSales(why: string) {
      areSalesStopped = true;
      missing.add(why);
    },
    areSalesStopped: () => areSalesStopped,
    /** From here on not ready: the site is about to stop. */
    stopping() {
      isStopping = true;
      missing.add('The site is stopping.');
    },
    isStopping: () => isStopping,
  };
}
