import { refusal } from '../errors.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';

/**
 * The account that a call without a token names, by username or alias; `undefined` if there is none and the pool hides
 * that: the operation then answers as for an existing account.
 * @throws {IdentityError} `ResourceNotFoundException` for an unknown client, `UserNotFoundException`
 */
export function namedAccount(pool: Pool, clientId: string, username: string): User | undefined {
  pool.assertClient(clientId);
  const user = pool.users.find(username);
  if (!user && !pool.hidesUserExistence) {
    throw refusal('UserNotFoundException', 'Username/client id combination not found.');
  }
  return user;
}
