import type { z } from 'zod';
import { refusal } from '../errors.ts';
import type { parameters } from '../parameters.ts';
import type { Pool } from '../pool.ts';
import type { AuthenticationResult } from '../tokens.ts';

/** `AuthParameters` or `ChallengeResponses`. */
export type Texts = z.infer<typeof parameters.texts>;

/** @throws {IdentityError} `InvalidParameterException` when it is missing or empty */
export function required(texts: Texts, name: string): string {
  const text = texts[name];
  if (!text) throw refusal('InvalidParameterException', `Missing required parameter ${name}`);
  return text;
}

/** The error for a name without an account. */
export function noSuchUser(pool: Pool): Error {
  return refusal(pool.hidesUserExistence ? 'NotAuthorizedException' : 'UserNotFoundException');
}

/** The end of a sign-in. */
export function signedIn(result: AuthenticationResult): object {
  return { ChallengeParameters: {}, AuthenticationResult: result };
}
