import { randomInt } from 'node:crypto';
import { site } from '../../shared/site.ts';
import type { DocumentStore } from '../documents.ts';
import type { Inbox } from '../inbox.ts';
import { refusal } from './errors.ts';
import { type User, userKey } from './users.ts';

/** What a code is for. */
export type CodePurpose = 'sign-up' | 'reset' | 'attribute' | 'sign-in' | 'second-factor';

interface Code {
  purpose: CodePurpose;
  username: string;
  code: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Where a code was sent, as the service reports it. */
export interface CodeDeliveryDetails {
  AttributeName: 'email';
  DeliveryMedium: 'EMAIL';
  Destination: string;
}

export interface Codes {
  send(user: User, purpose: CodePurpose): CodeDeliveryDetails;
  check(user: User, purpose: CodePurpose, code: string): void;
  spend(user: User, purpose: CodePurpose): void;
  /** Deletes every code of a deleted account. */
  forget(user: User): void;
  expire(username?: string): number;
  setDelivery(working: boolean): void;
}

const minute = 60 * 1000;
const hour = 60 * minute;

/**
 * Sign-up and attribute codes live 24 hours, reset codes 1 hour (the service's fixed lifetimes), and sign-in codes as
 * long as the sign-in. Codes instead of a password have eight digits, according to user reports about the service; all
 * others have six.
 */
const kinds: Record<
  CodePurpose,
  { lifetime: number; digits?: number; subject: string; text: (code: string) => string }
> = {
  'sign-up': {
    lifetime: 24 * hour,
    subject: 'Your confirmation code',
    text: (code) =>
      `You are creating an account at ${site.name}. Enter this code to confirm that the address is yours: ${code}\n\nIt works for 24 hours. If this was not you, do nothing; without the code there is no account.`,
  },
  reset: {
    lifetime: hour,
    subject: 'Your code for a new password',
    text: (code) =>
      `Someone asked for a new password for your account at ${site.name}. Enter this code to choose one: ${code}\n\nIt works for one hour. If this was not you, do nothing; your password stays as it is.`,
  },
  attribute: {
    lifetime: 24 * hour,
    subject: 'Your code for a new address',
    text: (code) =>
      `Enter this code at ${site.name} to show that this address is yours: ${code}\n\nIt works for 24 hours.`,
  },
  'sign-in': {
    lifetime: 3 * minute,
    digits: 8,
    subject: 'Your code to sign in',
    text: (code) =>
      `Enter this code to sign in at ${site.name}: ${code}\n\nIt works for three minutes. If this was not you, do nothing; nobody is signed in without the code.`,
  },
  'second-factor': {
    lifetime: 3 * minute,
    subject: 'Your second code',
    text: (code) =>
      `Enter this code after your password at ${site.name}: ${code}\n\nIt works for three minutes. If this was not you, somebody knows your password: choose a new one.`,
  },
};

/** The service's masking: the first letters of name and domain. `a***@e***` for `anna@example.com`. */
export function maskedDestination(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.charAt(0)}***@${domain.charAt(0)}***`;
}

/** What the service answers instead of "no such user" when it hides which accounts exist: a made-up destination. */
export function simulatedDelivery(username: string): CodeDeliveryDetails {
  const made = username.includes('@') ? username : `${username}@${username}`;
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskedDestination(made) };
}

/** The valid codes. A new one replaces the one before for the same purpose. */
export function createCodes(documents: DocumentStore, inbox: Inbox, now: () => Date): Codes {
  const kept = documents.collection<Code>('identity-codes');
  const delivery = documents.collection<{ working: boolean }>('identity-delivery');
  const key = (user: Pick<User, 'username'>, purpose: CodePurpose) => `${purpose}:${userKey(user.username)}`;

  return {
    /** @throws {IdentityError} `CodeDeliveryFailureException` while mails are switched off */
    send(user, purpose) {
      const { lifetime, digits = 6, subject, text } = kinds[purpose];
      const code = String(randomInt(10 ** digits)).padStart(digits, '0');
      const expiresAt = now().getTime() + lifetime;
      kept.put(key(user, purpose), { purpose, username: user.username, code, expiresAt });
      if (delivery.get('email')?.working === false) throw refusal('CodeDeliveryFailureException');
      inbox.deliver({ to: user.email, subject, text: text(code), code, from: 'identity' });
      return {
        AttributeName: 'email',
        DeliveryMedium: 'EMAIL',
        Destination: maskedDestination(user.email),
      };
    },
    /** @throws {IdentityError} `ExpiredCodeException` also when there never was one; `CodeMismatchException` */
    check(user, purpose, code) {
      const current = kept.get(key(user, purpose));
      if (!current || current.expiresAt <= now().getTime()) throw refusal('ExpiredCodeException');
      if (current.code !== code) throw refusal('CodeMismatchException');
    },
    spend: (user, purpose) => kept.remove(key(user, purpose)),
    forget(user) {
      for (const purpose of Object.keys(kinds) as CodePurpose[]) kept.remove(key(user, purpose));
    },
    /** @returns how many codes stopped working, of one account or of all */
    expire(username) {
      const wanted = kept
        .values()
        .filter((code) => username === undefined || userKey(code.username) === userKey(username));
      for (const code of wanted) kept.put(key(code, code.purpose), { ...code, expiresAt: 0 });
      return wanted.length;
    },
    setDelivery: (working) => delivery.put('email', { working }),
  };
}
