import { createHash } from 'node:crypto';
import type { KnownErasures } from '#server/accounts/erasures.ts';

/**
 * What people were told, and what they tried: by it the shop is judged. A promise is something the shop has acknowledged; it must
 * still hold in the end, unless something that was at least tried later explains why not. `changed` and `isOther`: it went to
 * another address than the one before, which ends the links that there were. `begun`: when it was asked for; whatever was tried
 * since then may have come after it.
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
  /** Events that the shop said it had taken. */
  acknowledgedEvents: Set<string>;
  /** Addresses an order ever had, or that somebody tried to give it. */
  addresses: Map<string, Set<string>>;
  /** Accounts that opened an order's link, whether or not they heard what came of it. */
  claimants: Map<string, Set<string>>;
  /** When an order was tried to be given to another address, in milliseconds since 1970. */
  moves: Map<string, number[]>;
  /** Orders that are to be given away. */
  gifts: Set<string>;
  /** Codes that an account tried. */
  redeemers: Map<string, Set<string>>;
  /** Attempts to erase an account, or the moment when its user was deleted. */
  erasures: Map<string, Attempt[]>;
  /** When somebody tried to end an account's sessions. */
  signOuts: Map<string, number[]>;
  /** Whose link a token was, and when it was first seen. */
  tokens: Map<string, { order: string; at: number }>;
  /** When somebody tried to have the letter of a present sent to an address. */
  wraps: Map<string, number[]>;
  /** When somebody tried to write the card of a present: the begin and the end of each attempt. */
  cards: Map<string, number[]>;
  /** Codes that were made, with when each expires, in milliseconds since 1970. */
  codes: Map<string, number>;
  /** Codes that somebody tried to revoke. */
  revoking: Set<string>;
  /** Revoked codes that somebody tried to let work again. */
  letWork: Set<string>;
  /** Grants that an operator tried to take back. */
  takenBack: Set<number>;
  /** When an operator tried to take an import back: the begin and the end of each attempt, by its number. */
  undoing: Map<string, number[]>;
  /** Refunds that were made without the shop. */
  madeElsewhere: Set<string>;
  /** When a backup was restored last, in milliseconds since 1970; 0 while none was. */
  restoredAt: number;
  /** Accounts whose erasure was lost with a disk. */
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

/** Something was acknowledged. Of what was asked for before a backup was restored, the answer may come after it. */
export function keep(record: Record, promise: Promised): void {
  if (promise.begun > record.restoredAt) record.promises.push(promise);
}

/**
 * A backup takes the database's place: what was acknowledged since it was made holds no longer, unless Stripe knows of it.
 * Whose deletion was carried over stays deleted, but what waits for their addresses comes back.
 * @param at when it was made
 * @param now in milliseconds since 1970
 */
export function forgetSince(record: Record, at: number, now: number, carried: KnownErasures): void {
  const hashes = new Set(carried.tombstones.map(({ accountHash }) => accountHash));
  const isCarried = (sub: string) =>
    hashes.has(createHash('sha256').update(sub).digest('hex')) ||
    carried.pending.some(({ accountId }) => accountId === sub);
  record.promises = record.promises.flatMap((promise) => {
    if (promise.at < at) return [promise];
    return promise.kind === 'erased' && isCarried(promise.sub) ? [{ ...promise, emails: [] }] : [];
  });
  record.restoredAt = now;
  for (const [sub, attempts] of record.erasures)
    if (attempts.some(({ to }) => to >= at) && !isCarried(sub)) record.cameBack.add(sub);
}

/** When something was tried, in milliseconds since 1970; `to` is infinite while it is under way. */
export interface Attempt {
  from: number;
  to: number;
}

export function note<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

/** Adds something to what is known of a key. */
export function noteAt<What>(map: Map<string, What[]>, key: string, what: What): void {
  map.set(key, [...(map.get(key) ?? []), what]);
}
