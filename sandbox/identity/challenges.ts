import { randomBytes } from 'node:crypto';
import type { DocumentStore } from '../documents.ts';
import { refusal } from './errors.ts';
import type { ServerNumbers, Verifier } from './srp.ts';

/** A sign-in between its two calls (challenge). */
type Challenge =
  | {
      name: 'PASSWORD_VERIFIER';
      clientId: string;
      /** `null` when there is no such account and the pool hides that. */
      username: string | null;
      kept: Verifier;
      server: ServerNumbers;
      /** The client's public number, in hexadecimal. */
      A: string;
    }
  | {
      /** `MFA_SETUP` for users who must have a second factor and have none yet. */
      name:
        | 'NEW_PASSWORD_REQUIRED'
        | 'SOFTWARE_TOKEN_MFA'
        | 'SELECT_MFA_TYPE'
        | 'MFA_SETUP'
        | 'SELECT_CHALLENGE';
      clientId: string;
      username: string;
    }
  | {
      /** A mailed code, as the first factor or the second one. */
      name: 'EMAIL_OTP';
      clientId: string;
      /** `null` when there is no such account and the pool hides that. */
      username: string | null;
      purpose: 'sign-in' | 'second-factor';
    }
  | {
      name: 'WEB_AUTHN';
      clientId: string;
      username: string;
      /** In base64url. */
      challenge: string;
    };

interface KeptChallenge {
  id: string;
  challenge: Challenge;
  /** Milliseconds since 1970. */
  expiresAt: number;
  used: boolean;
}

/** The service's default `AuthSessionValidity`: 3 minutes. */
const lifetime = 3 * 60 * 1000;

type Named<N extends Challenge['name']> = Challenge & { name: N };

export interface Challenges {
  /** @returns the session text that identifies the challenge in the second call, in base64 */
  open(challenge: Challenge): string;
  /** Returns the challenge and uses it up. */
  take<N extends Challenge['name']>(id: string, name: N, clientId: string): Named<N>;
  /** Returns the challenge without using it up, so that a wrong code may be corrected. */
  look<N extends Challenge['name']>(id: string, name: N, clientId?: string): Named<N>;
  /** The app client of a challenge; empty when there is none. */
  clientOf(id: string): string;
}

export function createChallenges(documents: DocumentStore, now: () => Date): Challenges {
  const all = documents.collection<KeptChallenge>('identity-challenges');

  function dropForgotten(time: number): void {
    // Kept for a while after expiry, so that a late answer gets the right error.
    for (const each of all.values()) if (each.expiresAt + lifetime < time) all.remove(each.id);
  }

  /** @throws {IdentityError} `NotAuthorizedException` for one that is unknown, used, expired, or another client's */
  function usable<N extends Challenge['name']>(id: string, name: N, clientId?: string) {
    const found = all.get(id);
    const invalid = (why: string) => refusal('NotAuthorizedException', `Invalid session for the user${why}.`);
    const { challenge } = found ?? {};
    if (!found || challenge?.name !== name) throw invalid('');
    if (clientId !== undefined && challenge.clientId !== clientId) throw invalid('');
    if (found.used) throw invalid(', session can only be used once');
    if (found.expiresAt <= now().getTime()) throw invalid(', session is expired');
    return { ...found, challenge: challenge as Named<N> };
  }

  return {
    open(challenge) {
      const time = now().getTime();
      dropForgotten(time);
      const id = randomBytes(96).toString('base64');
      all.put(id, { id, challenge, expiresAt: time + lifetime, used: false });
      return id;
    },
    take(id, name, clientId) {
      const found = usable(id, name, clientId);
      all.put(id, { ...found, used: true });
      return found.challenge;
    },
    look: (id, name, clientId) => usable(id, name, clientId).challenge,
    clientOf: (id) => all.get(id)?.challenge.clientId ?? '',
  };
}
