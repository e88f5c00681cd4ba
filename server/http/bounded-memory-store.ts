import { type ClientRateLimitInfo, type IncrementResponse, MemoryStore } from 'express-rate-limit';

/** Most clients that are told apart at a time; a count takes about 150 bytes. */
const mostClients = 50_000;
/** Whom all further ones are counted as, together. */
const everybodyElse = '(everybody else)';

/**
 * Counts in memory, of at most so many clients: without a bound, an attacker with many addresses fills the memory. Those
 * past it share one count, so that they are still limited; clients known before keep their own.
 */
export class BoundedMemoryStore extends MemoryStore {
  readonly #most: number;
  constructor(most = mostClients) {
    super();
    this.#most = most;
  }
  override increment(key: string): Promise<IncrementResponse> {
    return super.increment(this.#countedAs(key));
  }
  override get(key: string): Promise<ClientRateLimitInfo | undefined> {
    return super.get(this.#countedAs(key));
  }
  #countedAs(key: string): string {
    const known = this.current.has(key) || this.previous.has(key);
    const full = this.current.size + this.previous.size >= this.#most;
    return known || !full ? key : everybodyElse;
  }
}
