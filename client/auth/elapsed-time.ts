/** A moment as this document knows it. Only `elapsedSince` should look inside. */
interface Moment {
  wallMs: number;
  monotonicMs: number;
}

/** The moment that was `agoMs` milliseconds ago. */
export function moment(agoMs = 0): Moment {
  return { wallMs: Date.now() - agoMs, monotonicMs: performance.now() - agoMs };
}

/**
 * Milliseconds since a moment, never fewer than really passed: `performance.now()` stops while some computers sleep, and
 * `Date.now()` jumps back when the clock is set. A clock set forward makes it too long.
 */
export function elapsedSince({ wallMs, monotonicMs }: Moment): number {
  return Math.max(Date.now() - wallMs, performance.now() - monotonicMs);
}
