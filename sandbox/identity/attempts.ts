import type { DocumentStore } from '../documents.ts';
import { type ExceptionName, refusal } from './errors.ts';
import { userKey } from './users.ts';

const hour = 60 * 60 * 1000;
const quarter = 15 * 60 * 1000;

/** How many wrong passwords are free. */
const freeFailures = 5;

/** Limit per account and hour; the service allows 5 to 20, depending on the risk it sees. */
const mostPerHour = 10;

const countedActions = [
  'ForgotPassword',
  'ResendConfirmationCode',
  'ConfirmForgotPassword',
  'ConfirmSignUp',
  'ChangePassword',
  'VerifyUserAttribute',
  'GetUserAttributeVerificationCode',
  'VerifySoftwareToken',
  'SendMailedCode',
  'VerifyMailedCode',
] as const;
export type CountedAction = (typeof countedActions)[number];

interface LockOut {
  failures: number;
  /** Milliseconds since 1970. */
  lastFailedAt: number;
}

export interface Attempts {
  /** @throws {IdentityError} `NotAuthorizedException` "Password attempts exceeded" */
  assertNotLockedOut(username: string): void;
  passwordFailed(username: string): void;
  /** Resets the count of wrong passwords, as a right one does. */
  forgive(username: string): void;
  /** Resets everything that was counted for an account. */
  forget(username: string): void;
  count(action: CountedAction, username: string): void;
  assertBelowLimit(action: CountedAction, username: string, exception?: ExceptionName): void;
}

/**
 * How long the n-th wrong password in a row locks an account, in milliseconds: nothing for the first four, one second
 * for the fifth, then twice as long each time up to 15 minutes (the service's developer guide, "Lockout behaviour").
 */
export function lockOutTime(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures) * 1000, quarter);
}

/** Rate limits and lock-outs. */
export function createAttempts(documents: DocumentStore, now: () => Date): Attempts {
  const lockOuts = documents.collection<LockOut>('identity-lock-outs');
  const counts = documents.collection<number[]>('identity-attempts');
  const id = (action: CountedAction, username: string) => `${action}:${userKey(username)}`;
  const recent = (action: CountedAction, username: string) =>
    (counts.get(id(action, username)) ?? []).filter((time) => time > now().getTime() - hour);

  return {
    // Attempts during a lock-out are refused unchecked and do not make it longer.
    assertNotLockedOut(username) {
      const lockOut = lockOuts.get(userKey(username));
      if (lockOut && now().getTime() < lockOut.lastFailedAt + lockOutTime(lockOut.failures)) {
        throw refusal('NotAuthorizedException', 'Password attempts exceeded');
      }
    },
    passwordFailed(username) {
      const time = now().getTime();
      const before = lockOuts.get(userKey(username));
      const failures = before && time - before.lastFailedAt < quarter ? before.failures : 0;
      lockOuts.put(userKey(username), { failures: failures + 1, lastFailedAt: time });
    },
    forgive: (username) => lockOuts.remove(userKey(username)),
    forget(username) {
      lockOuts.remove(userKey(username));
      for (const action of countedActions) counts.remove(id(action, username));
    },
    count: (action, username) =>
      counts.put(id(action, username), [...recent(action, username), now().getTime()]),
    /** @throws {IdentityError} the named exception, `LimitExceededException` when none is named */
    assertBelowLimit(action, username, exception = 'LimitExceededException') {
      if (recent(action, username).length >= mostPerHour) throw refusal(exception);
    },
  };
}
