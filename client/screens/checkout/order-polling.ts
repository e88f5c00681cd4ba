/** Pauses between questions, in milliseconds: quick while the buyer watches, then slower, about four minutes in all. */
const pauses = [1500, 2000, 3000, 5000, 8000, 12_000, 20_000, 30_000, 40_000, 60_000, 60_000];

/**
 * How long to wait before asking again.
 * @param asked how often it was asked before this time, from 0
 * @returns milliseconds, or `null` when a payment that takes this long is not worth watching any more
 */
export function waitBeforeAsking(asked: number): number | null {
  return pauses[asked] ?? null;
}
