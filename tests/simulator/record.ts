import { createHash } from 'node:crypto';
import type { KnownErasures } from '#server/accounts/erasures.ts';

/**
 * What was acknowledged and attempted; the invariants compare the shop with it. A promise is something the shop has acknowledged; it must
 * still hold in the end, unless a later attempt explains why it does not. `changed` and `isOther`: it went to
 * another address than before, which ends the existing links. `begun`: when it was requested; anything attempted
 * since then may have taken effect after it.
 */
export type Promised = { at: number; begun: number; who: string } & (
  | { kind: 'redeemed'; sub: string; code: string }
  | { kind: 'claimed'; sub: string; order: string }
  | { kind: 'corrected'; order: string; email: string; changed: boolean }
  | { kind: 'moved'; order: string; email: string; changed: boolean }
  | { kind: 'withdrawn'; order: string; reference: string }
  | {
      kind: 'wrapped';
      order: string;
      recipient: string | null;
      message: string;
      isOther: boolean;
    }
  | { kind: 'erased'; sub: string; emails: string[] }
  | { kind: 'revoked'; code: string }
  | { kind: 'given'; grant: number; adventure: string; sub: string; email: string | null }
  | { kind: 'taken back'; grant: number }
  | { kind: 'brought in'; lines: { email: string; adventure: string }[] }
  | { kind: 'import undone'; id: number }
);

export interface Record {
  promises: Promised[];
  /** Events that the shop has acknowledged. */
  acknowledgedEvents: Set<string>;
  /** Addresses that an order has ever had, or that somebody tried to change it to. */
  addresses: Map<string, Set<string>>;
  /** Accounts that opened an order's link, with or without getting the answer. */
  claimants: Map<string, Set<string>>;
  /** Attempts to move an order to another address, in milliseconds since 1970. */
  moves: Map<string, number[]>;
  /** Orders bought as gifts. */
  gifts: Set<string>;
  /** Codes that an account tried to redeem. */
  redeemers: Map<string, Set<string>>;
  /** Attempts to erase an account, or the time when its user was deleted. */
  erasures: Map<string, Attempt[]>;
  /** Attempts to end an account's sessions. */
  signOuts: Map<string, number[]>;
  /** The order of a claim link's token, and when it was first seen. */
  tokens: Map<string, { order: string; at: number }>;
  /** Attempts to send the letter of a gift to an address. */
  wraps: Map<string, number[]>;
  /** Attempts to write the card of a gift: the start and end of each. */
  cards: Map<string, number[]>;
  /** The created codes, with their expiry in milliseconds since 1970. */
  codes: Map<string, number>;
  /** Codes that an operator tried to revoke. */
  revoking: Set<string>;
  /** Revoked codes that an operator tried to reinstate. */
  letWork: Set<string>;
  /** Grants that an operator tried to revoke. */
  takenBack: Set<number>;
  /** Attempts to revoke an import: the start and end of each, by its number. */
  undoing: Map<string, number[]>;
  /** Refunds made in Stripe's dashboard. */
  madeElsewhere: Set<string>;
  /** When a backup was last restored, in milliseconds since 1970; 0 for never. */
  restoredAt: number;
  /** Accounts whose erasure was lost with the disk. */
  cameBack: Set<string>;
}

export const newRecord = (): Record => ({
  promises: [],
  acknowledgedEvents: new Set(),
  addresses: new Map(),
  claimants: new Map(),
  moves: new Map(),
  gifts: new Set(),
  redeemers: new Map(),
  erasures: new Map(),
  signOuts: new Map(),
  tokens: new Map(),
  wraps: new Map(),
  cards: new Map(),
  codes: new Map(),
  revoking: new Set(),
  letWork: new Set(),
  takenBack: new Set(),
  undoing: new Map(),
  madeElsewhere: new Set(),
  restoredAt: 0,
  cameBack: new Set(),
});

/** Records an acknowledgement. The answer to a request from before a restore may arrive after it. */
export function keep(record: Record, promise: Promised): void {
  if (promise.begun > record.restoredAt) record.promises.push(promise);
}

/**
 * A backup is restored: acknowledgements since it was made no longer hold, unless Stripe has the fact.
 * Deletions that were carried over stay, also of what waited for those addresses.
 * @param at when it was made
 * @param now in milliseconds since 1970
 */
export function forgetSince(record: Record, at: number, now: number, carried: KnownErasures | null): void {
  const hashes = new Set(carried?.tombstones.map(({ accountHash }) => accountHash));
  const isCarried = (sub: string) =>
    hashes.has(createHash('sha256').update(sub).digest('hex')) ||
    carried?.pending.some(({ accountId }) => accountId === sub) === true;
  record.promises = record.promises.flatMap((promise) => {
    if (promise.at < at) return [promise];
    return promise.kind === 'erased' && isCarried(promise.sub) ? [promise] : [];
  });
  record.restoredAt = now;
  for (const [sub, attempts] of record.erasures)
    if (attempts.some(({ to }) => to >= at) && !isCarried(sub)) record.cameBack.add(sub);
}

/** The time of an attempt, in milliseconds since 1970; `to` is infinite while it is in progress. */
export interface Attempt {
  from: number;
  to: number;
}

export function note<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

/** Adds a value to the set of a key. */
export function noteAt<What>(map: Map<string, What[]>, key: string, what: What): void {
  map.set(key, [...(map.get(key) ?? []), what]);
}
