import { refusal } from '../errors.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';

/**
 * The account that a call without a token names, by username or alias. Without such an account it is `undefined` where
 * the pool hides who exists: the operation then answers as for somebody who does.
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
