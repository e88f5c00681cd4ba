import { randomUUID } from 'node:crypto';
import type { DocumentStore } from '../documents.ts';
import { refusal } from './errors.ts';
import { makeVerifier, passwordMatches, type Verifier } from './srp.ts';

/** The second factors that a pool may have, in the service's names. */
export const secondFactors = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** An account's status, in the service's names. */
export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

export interface User extends Verifier {
  /** As signed up; compared case-insensitively. */
  username: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  /** Every other attribute. */
  attributes: Record<string, string>;
  status: UserStatus;
  /** The groups an administrator has put the account into. */
  groups?: readonly string[];
  /** The authenticator app: whether its first code was right, whether sign-ins ask for one, and the codes used last. */
  totp?: { secret: string; verified: boolean; enabled: boolean; used?: readonly string[] };
  /** Whether sign-ins ask for a mailed code after the password. */
  mailFactor?: boolean;
  /** The preferred second factor; without it the person chooses. */
  preferredFactor?: SecondFactor | undefined;
  /** Passkeys, their public keys in base64url. */
  passkeys?: { id: string; publicKey: string; counter: number; createdAt: string; transports?: string[] }[];
  /** The challenge of a passkey that is being registered. */
  pendingPasskey?: string;
  /** ISO 8601 in UTC. Of a temporary password this is also its beginning. */
  createdAt: string;
}

interface NewUser {
  username: string;
  email: string;
  password: string;
  status: UserStatus;
  attributes?: Record<string, string>;
}

export interface Users {
  all(): User[];
  /** By user name only. */
  named(username: string): User | undefined;
  /** By user name, or by an e-mail address its holder has verified. */
  find(usernameOrEmail: string): User | undefined;
  bySub(sub: string): User | undefined;
  add(user: NewUser): User;
  save(user: User): void;
  remove(user: User): void;
  setPassword(user: User, password: string): void;
  passwordIs(user: User, password: string): boolean;
  /** Makes the user's address verified, and with that an alias to sign in with. */
  verifyEmail(user: User, takeOver: boolean): void;
}

/** The second factors that this account's sign-ins need, if its pool has them. */
export function enabledFactors({ totp, mailFactor }: User): SecondFactor[] {
  return [
    ...(totp?.verified && totp.enabled ? (['SOFTWARE_TOKEN_MFA'] as const) : []),
    ...(mailFactor ? (['EMAIL_OTP'] as const) : []),
  ];
}

/** The normalised user name under which its account is stored. */
export function userKey(username: string): string {
  return username.toLowerCase();
}

/**
 * The accounts of one pool whose sign-in options are user name, or e-mail address as an alias.
 * @param poolName the part of the pool's id after `_`, which passwords are bound to
 */
export function createUsers(documents: DocumentStore, poolName: string, now: () => Date): Users {
  const kept = documents.collection<User>('identity-users');
  const save = (user: User) => kept.put(userKey(user.username), user);
  const named = (username: string) => kept.get(userKey(username));
  const holderOf = (email: string) =>
    kept.values().find((user) => user.emailVerified && user.email.toLowerCase() === email.toLowerCase());

  return {
    all: () => kept.values(),
    named,
    // An unverified address is no alias: several accounts may claim it until one verifies it.
    find: (usernameOrEmail) => named(usernameOrEmail) ?? holderOf(usernameOrEmail),
    bySub: (sub) => kept.values().find((user) => user.sub === sub),
    add({ username, email, password, status, attributes = {} }) {
      const user: User = {
        username,
        sub: randomUUID(),
        email,
        emailVerified: false,
        attributes,
        status,
        ...makeVerifier({ poolName, username }, password),
        createdAt: now().toISOString(),
      };
      save(user);
      return user;
    },
    save,
    remove: (user) => kept.remove(userKey(user.username)),
    setPassword(user, password) {
      Object.assign(user, makeVerifier({ poolName, username: user.username }, password));
      save(user);
    },
    passwordIs: (user, password) => passwordMatches({ poolName, username: user.username }, password, user),
    /**
     * @param takeOver take the alias from another account that has it; that account's address becomes unverified
     * @throws {IdentityError} `AliasExistsException` when another account has it and `takeOver` is false
     */
    verifyEmail(user, takeOver) {
      const holder = holderOf(user.email);
      if (holder && holder.sub !== user.sub) {
        if (!takeOver) throw refusal('AliasExistsException');
        save({ ...holder, emailVerified: false });
      }
      user.emailVerified = true;
      save(user);
    },
  };
}
