// Readiness, for /readyz: what stands in the way of traffic.

/** Whether people may be sent here, and if not, why. */
export interface Readiness {
  /** Reasons against, for the operator; empty when all is well. */
  obstacles(): string[];
  /** Notes something that must be there first; it stands in the way until it is met. */
  awaits(what: string): { met(): void };
  /** From here on the answer is no: the site is about to stop. */
  stopping(): void;
}

/** A site that is built, migrated and listening is ready, unless something else is noted. */
export function createReadiness(): Readiness {
  const missing = new Set<string>();
  return {
    obstacles: () => [...missing],
    awaits(what) {
      missing.add(what);
      return { met: () => void missing.delete(what) };
    },
    stopping: () => void missing.add('The site is stopping.'),
  };
}
