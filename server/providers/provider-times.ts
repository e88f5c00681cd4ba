/** Time-outs and pauses for external services. Tests use shorter ones. */
export interface ProviderTimes {
  /**
   * Time-out of one attempt, in milliseconds. The payment provider's SDK tries three times with the same idempotency key,
   * so all attempts end before the page gives up (20 s, `client/api/http.ts`) and the answer can say whose fault it is.
   */
  callMs: number;
  /**
   * Time-out of one attempt to read a page of a list that nobody waits for, in milliseconds: a page of a hundred objects
   * takes its time, and one that is given up each time would keep the reconciler from ever ending a run.
   */
  listMs: number;
  /**
   * Time-out of the only attempt of a refund, in milliseconds. A bank may take longer than `callMs`, and what is given up may be
   * made all the same. Ends before the operator's page gives up (`client/api/http.ts`), and that before
   * a proxy does: nginx after 60 s, Caddy never.
   */
  refundMs: number;
  /** Pauses before the identity service's keys are fetched again after a failure, in milliseconds; the last one repeats. */
  keyPausesMs: readonly number[];
}

export const usualProviderTimes: ProviderTimes = {
  callMs: 5000,
  listMs: 60_000,
  refundMs: 40_000,
  keyPausesMs: [1000, 2000, 5000, 10_000, 30_000],
};
