import type { DocumentStore } from '../documents.ts';
import type { Inbox } from '../inbox.ts';
import { type Attempts, type CountedAction, createAttempts } from './attempts.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import { type CodeDeliveryDetails, type CodePurpose, type Codes, createCodes } from './codes.ts';
import { type ExceptionName, refusal } from './errors.ts';
import { eightCharacters, type PasswordPolicy } from './password-policy.ts';
import { createSigningKeys, type PrivateKeys, type SigningKeys } from './signing-keys.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createUsers, type SecondFactor, type User, type Users } from './users.ts';

export interface IdentityOptions {
  /** For example `eu-north-1_SandboxPool`: the region, an underscore, the pool's name. */
  userPoolId: string;
  /** Public app clients, without a secret. */
  clientIds: readonly string[];
  documents: DocumentStore;
  inbox: Inbox;
  now: () => Date;
  /**
   * Hide whether an account exists. Off when left out: the service's API makes clients with `LEGACY`, and the
   * specification's forgotten-password flow depends on an answer that only `LEGACY` clients get.
   */
  preventUserExistenceErrors?: boolean;
  /** At least 8 characters when left out. */
  passwordPolicy?: PasswordPolicy;
  /** The pool's first signing keys; made anew when left out. */
  signingKeys?: PrivateKeys | undefined;
}

/** Whether sign-ins ask for a second factor: never, of those who have one, or always. */
export type SecondFactorRule = 'OFF' | 'OPTIONAL' | 'ON';

/** The pool's first factors, in the service's names (`AllowedFirstAuthFactors`). */
export const firstFactors = ['PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP'] as const;
export type FirstFactor = (typeof firstFactors)[number];

/** One user pool: its parts and the rules that several operations share. */
export interface Pool {
  id: string;
  name: string;
  issuer: string;
  /** The relying party of passkeys: a host, and its subdomains. */
  relyingPartyId: string;
  hidesUserExistence: boolean;
  passwordPolicy: PasswordPolicy;
  secondFactor(): SecondFactorRule;
  /** The second factors of the pool. */
  secondFactors(): readonly SecondFactor[];
  setSecondFactor(rule: SecondFactorRule, known?: readonly SecondFactor[]): void;
  firstFactors(): readonly FirstFactor[];
  setFirstFactors(factors: readonly FirstFactor[]): void;
  /** Whether the app clients allow the choice of the first factor (`ALLOW_USER_AUTH`). */
  allowsChoice(): boolean;
  setChoice(allowed: boolean): void;
  now: () => Date;
  users: Users;
  codes: Codes;
  attempts: Attempts;
  challenges: Challenges;
  keys: SigningKeys;
  tokens: Tokens;
  assertClient(clientId: string): void;
  /** The account of an access token. */
  bearer(accessToken: string): User;
}

/** @throws {TypeError} when the pool's id is not made of a region, an underscore and a name */
export function createPool(options: IdentityOptions): Pool {
  const { userPoolId, clientIds, documents, inbox, now } = options;
  const [region, name, ...rest] = userPoolId.split('_');
  if (!region || !name || rest.length > 0) {
    throw new TypeError(`"${userPoolId}" is no user pool id: expected a region, an underscore and a name`);
  }
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`;
  const users = createUsers(documents, name, now);
  const keys = createSigningKeys(documents, options.signingKeys);
  // Of id and access tokens, as the service has it for a client whose owner chose nothing.
  const lifetimeSeconds = 3600;
  const settings = documents.collection<SecondFactorRule>('identity-second-factor');
  const known = documents.collection<readonly SecondFactor[]>('identity-second-factors');
  const choice = documents.collection<boolean>('identity-choice');
  const first = documents.collection<readonly FirstFactor[]>('identity-first-factors');
  const tokens = createTokens({ documents, keys, issuer, lifetimeSeconds, now });
  return {
    id: userPoolId,
    name,
    issuer,
    relyingPartyId: 'localhost',
    hidesUserExistence: options.preventUserExistenceErrors ?? false,
    passwordPolicy: options.passwordPolicy ?? eightCharacters,
    // As the sandbox's pool comes, and as docs/cognito.md recommends it.
    secondFactor: () => settings.get('rule') ?? 'OPTIONAL',
    secondFactors: () => known.get('known') ?? ['SOFTWARE_TOKEN_MFA'],
    setSecondFactor(rule, factors = ['SOFTWARE_TOKEN_MFA']) {
      settings.put('rule', rule);
      known.put('known', factors);
    },
    firstFactors: () => first.get('allowed') ?? firstFactors,
    setFirstFactors: (factors) => first.put('allowed', factors),
    allowsChoice: () => choice.get('allowed') ?? true,
    setChoice: (allowed) => choice.put('allowed', allowed),
    now,
    users,
    codes: createCodes(documents, inbox, now),
    attempts: createAttempts(documents, now),
    challenges: createChallenges(documents, now),
    keys,
    tokens,
    /** @throws {IdentityError} `ResourceNotFoundException` */
    assertClient(clientId) {
      if (clientIds.includes(clientId)) return;
      throw refusal('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
    },
    /** @throws {IdentityError} `NotAuthorizedException`, `UserNotFoundException` or `PasswordResetRequiredException` */
    bearer(accessToken) {
      const user = users.bySub(tokens.checkAccess(accessToken).sub);
      if (!user) throw refusal('UserNotFoundException');
      if (user.status === 'RESET_REQUIRED') throw refusal('PasswordResetRequiredException');
      return user;
    },
  };
}

/**
 * Runs a check that counts wrong attempts: past the hourly limit nothing is checked any more.
 * @param exception what the caller throws past the limit
 */
export function limited(
  pool: Pool,
  action: CountedAction,
  user: User,
  check: () => void,
  exception?: ExceptionName,
): void {
  pool.attempts.assertBelowLimit(action, user.username, exception);
  try {
    check();
  } catch (error) {
    pool.attempts.count(action, user.username);
    throw error;
  }
}

/**
 * Mails a code, as often as the hourly limit allows.
 * @returns where it went, masked
 * @param exception what the caller throws over the limit, `LimitExceededException` when none is named
 * @throws {IdentityError} that, or `CodeDeliveryFailureException`
 */
export function sendLimited(
  pool: Pool,
  action: CountedAction,
  user: User,
  purpose: CodePurpose,
  exception?: ExceptionName,
): CodeDeliveryDetails {
  pool.attempts.assertBelowLimit(action, user.username, exception);
  pool.attempts.count(action, user.username);
  return pool.codes.send(user, purpose);
}
