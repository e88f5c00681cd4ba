/** How long outside services are waited for, and left in peace after a failure. Tests make it shorter. */
export interface ProviderTimes {
  /**
   * How long one try of a call may take, in milliseconds. The payment provider's SDK tries three times with the same
   * idempotency key, so all of it ends before the page stops waiting (20 s, `client/api/http.ts`) and can say whose fault
   * it is.
   */
  callMs: number;
  /**
   * Pauses between tries to fetch the identity service's keys until they were there once, in milliseconds; the last one
   * repeats.
   */
  keyPausesMs: readonly number[];
}

export const usualProviderTimes: ProviderTimes = {
  callMs: 5000,
  keyPausesMs: [1000, 2000, 5000, 10_000, 30_000],
};
