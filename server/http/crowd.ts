// Who holds how much of something scarce, by blocks of addresses: past a limit whoever holds most gives something up.

import { blocksOf } from './client-address.ts';

/** What a client holds until it lets go. */
interface Holding {
  bytes: number;
  /** Takes it away from the client, and lets go. */
  end(): void;
}

/** How much may be held: the number of holdings, and their total bytes. */
export interface Budget {
  holdings: number;
  bytes: number;
}

/** One address, a block of addresses, or all clients, and what they hold. */
class Party {
  readonly #budget: Budget;
  /** The oldest first. */
  readonly #holdings = new Set<Holding>();
  #bytes = 0;
  /** The blocks within this one that hold something. */
  readonly parts = new Set<Party>();
  constructor({ holdings, bytes }: Budget, factor: number) {
    this.#budget = { holdings: holdings * factor, bytes: bytes * factor };
  }
  /** The share of its budget: more than 1 when it holds too much. */
  get share(): number {
    return Math.max(this.#holdings.size / this.#budget.holdings, this.#bytes / this.#budget.bytes);
  }
  add(holding: Holding): void {
    this.#holdings.add(holding);
    this.#bytes += holding.bytes;
  }
  /** @returns whether that was its last one; not again for one that is gone already */
  remove(holding: Holding): boolean {
    if (!this.#holdings.delete(holding)) return false;
    this.#bytes -= holding.bytes;
    return this.#holdings.size === 0;
  }
  /** Ends the oldest holding of the address that holds most. */
  endOne(): void {
    const most = this.#greediest();
    const [oldest] = this.#holdings;
    if (most) most.endOne();
    else oldest?.end();
  }
  /** Does so if another part holds more than this one. @returns whether it did */
  endOneFor(part: Party | undefined): boolean {
    const most = this.#greediest();
    if (!part || !most || most.share <= part.share) return false;
    most.endOne();
    return true;
  }
  /** The part that has the largest share of its budget. */
  #greediest(): Party | undefined {
    let most: Party | undefined;
    for (const part of this.parts) if (!most || part.share > most.share) most = part;
    return most;
  }
}

/** All clients, by the blocks that their addresses are in ({@link blocksOf}). */
export class Crowd {
  readonly #budget: Budget;
  readonly #parties = new Map<string, Party>();
  /** @param budget of one address; blocks of addresses, and all clients together, get more */
  constructor(budget: Budget) {
    this.#budget = budget;
  }
  /**
   * Counts what a client holds from now on.
   * @returns the parties that hold it, the address first and all clients last, and what lets go of it
   */
  hold(address: string, holding: Holding): { parties: Party[]; letGo: () => void } {
    const keyed = blocksOf(address).map(
      ({ key, factor }) => [key, this.#parties.get(key) ?? new Party(this.#budget, factor)] as const,
    );
    const parties = keyed.map(([, party]) => party);
    for (const [index, [key, party]] of keyed.entries()) {
      this.#parties.set(key, party);
      party.add(holding);
      parties[index + 1]?.parts.add(party);
    }
    const letGo = () => {
      for (const [index, [key, party]] of keyed.entries()) {
        if (!party.remove(holding)) continue;
        this.#parties.delete(key);
        parties[index + 1]?.parts.delete(party);
      }
    };
    return { parties, letGo };
  }
}
