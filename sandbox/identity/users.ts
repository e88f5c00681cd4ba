import { randomUUID } from 'node:crypto';
import type { DocumentStore } from '../documents.ts';
import { refusal } from './errors.ts';
import { makeVerifier, passwordMatches, type Verifier } from './srp.ts';

/** The second factors that a pool may know, in the service's names. */
export const secondFactors = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** Where an account is on its way, in the service's names. */
export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

export interface User extends Verifier {
  /** As it was signed up; compared without regard to case. */
  username: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  /** Every other attribute. */
  attributes: Record<string, string>;
  status: UserStatus;
  /** The groups an administrator has put the account into. */
  groups?: readonly string[];
  /** The authenticator app: whether its first code was right, and whether sign-ins ask for one. */
  totp?: { secret: string; verified: boolean; enabled: boolean };
  /** Whether sign-ins ask for a mailed code after the password. */
  mailFactor?: boolean;
  /** Which of several second factors a sign-in asks for; without it the person chooses. */
  preferredFactor?: SecondFactor | undefined;
  /** Passkeys, their public keys in base64url. */
  passkeys?: { id: string; publicKey: string; counter: number; createdAt: string; transports?: string[] }[];
  /** The challenge of a passkey that is being registered. */
  pendingPasskey?: string;
  /** ISO 8601 in UTC. Of a temporary password this is also its beginning. */
  createdAt: string;
}

export interface NewUser {
  username: string;
  email: string;
  password: string;
  status: UserStatus;
  emailVerified?: boolean;
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

/** The second factors that sign-ins ask this account for, where its pool knows them. */
export function enabledFactors({ totp, mailFactor }: User): SecondFactor[] {
  return [
    ...(totp?.verified && totp.enabled ? (['SOFTWARE_TOKEN_MFA'] as const) : []),
    ...(mailFactor ? (['EMAIL_OTP'] as const) : []),
  ];
}

/** The one spelling of a user name under which its account is kept. */
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
    // An unverified address is nobody's alias: several accounts may claim it until one proves it.
    find: (usernameOrEmail) => named(usernameOrEmail) ?? holderOf(usernameOrEmail),
    bySub: (sub) => kept.values().find((user) => user.sub === sub),
    add({ username, email, password, status, emailVerified = false, attributes = {} }) {
      const user: User = {
        username,
        sub: randomUUID(),
        email,
        emailVerified,
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
     * @param takeOver take the alias from another account that holds it; that account's address becomes unverified
     * @throws {IdentityError} `AliasExistsException` when another account holds it and `takeOver` is false
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
