import { createHash } from 'node:crypto';
import type { DocumentStore } from '../../documents.ts';
import { StripeApiError } from './errors.ts';

/** The answer of a call, as it is replayed. */
export interface Answer {
  status: number;
  body: unknown;
}

interface Remembered extends Answer {
  /** What the call asked for, so that another call under the same key is noticed. */
  fingerprint: string;
  requestId: string;
  /** Unix milliseconds. */
  at: number;
}

/** Stripe prunes keys once they are at least 24 hours old (docs.stripe.com/api/idempotent_requests). */
const rememberedFor = 24 * 60 * 60 * 1000;
const longestKey = 255;

export interface IdempotencyKeys {
  /** Marks a key as in use until the returned function is called. @throws StripeApiError 409 while it is in use */
  claim(key: string): () => void;
  /** The remembered answer, if any. @throws StripeApiError 400 if the key came with another call before */
  recall(key: string, call: unknown): (Answer & { requestId: string }) | undefined;
  remember(key: string, call: unknown, requestId: string, answer: Answer): void;
}

/**
 * Keys that make a call safe to repeat.
 * @param now the sandbox's clock, which also ends a key's life
 */
export function createIdempotencyKeys(store: DocumentStore, now: () => Date): IdempotencyKeys {
  const remembered = store.collection<Remembered>('stripe.idempotency');
  const inUse = new Set<string>();
  return {
    claim(key) {
      if (nameOf(key).length > longestKey)
        throw fault(400, `The idempotency key is too long: it may have at most ${longestKey} characters.`);
      if (inUse.has(key))
        throw fault(
          409,
          'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through).',
          'idempotency_key_in_use',
        );
      inUse.add(key);
      return () => void inUse.delete(key);
    },
    recall(key, call) {
      const found = remembered.get(key);
      if (!found) return undefined;
      if (now().getTime() - found.at >= rememberedFor) {
        remembered.remove(key);
        return undefined;
      }
      if (found.fingerprint !== fingerprintOf(call))
        throw fault(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${nameOf(key)}' if you meant to execute a different request.`,
        );
      return found;
    },
    remember(key, call, requestId, { status, body }) {
      remembered.put(key, { fingerprint: fingerprintOf(call), requestId, at: now().getTime(), status, body });
    },
  };
}

/** Keys belong to an account: two API keys may use the same one. */
export function scopedKey(apiKey: string, idempotencyKey: string): string {
  return `${createHash('sha256').update(apiKey).digest('hex').slice(0, 12)}:${idempotencyKey}`;
}

function nameOf(scoped: string): string {
  return scoped.slice(scoped.indexOf(':') + 1);
}

function fingerprintOf(call: unknown): string {
  return createHash('sha256').update(JSON.stringify(call)).digest('hex');
}

function fault(status: number, message: string, code?: string): StripeApiError {
  return new StripeApiError(
    status,
    { type: 'idempotency_error', message, ...(code !== undefined && { code }) },
    false,
  );
}
