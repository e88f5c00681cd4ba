/** Polling intervals in milliseconds: short while the buyer watches, then longer, about four minutes in all. */
const pauses = [1500, 2000, 3000, 5000, 8000, 12_000, 20_000, 30_000, 40_000, 60_000, 60_000];

/**
 * The polling interval before the next request.
 * @param asked how many requests were made before, from 0
 * @returns milliseconds, or `null` when a payment takes so long that polling stops
 */
export function waitBeforeAsking(asked: number): number | null {
  return pauses[asked] ?? null;
}
