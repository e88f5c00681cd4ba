import { randomUUID } from 'node:crypto';
import { askIdentity } from './identity-calls.ts';
import { appClientId, type Shop } from './shop.ts';

export const password = 'Adventure-2025';

/** A person with a confirmed account, signed in as the mobile app signs in. */
export interface Person {
  username: string;
  email: string;
  idToken: string;
  accessToken: string;
  refreshToken: string;
}

/** A new e-mail address. */
export function newEmail(): string {
  return `reader-${randomUUID().slice(0, 8)}@example.com`;
}

/** Signs up, reads the code in the inbox, confirms, and signs in. */
export async function newPerson(shop: Shop, email = newEmail(), clientId = appClientId): Promise<Person> {
  const username = `user-${randomUUID().slice(0, 8)}`;
  const account = { ClientId: clientId, Username: username };
  const UserAttributes = [{ Name: 'email', Value: email }];
  await askIdentity(shop.sandboxUrl, 'SignUp', { ...account, Password: password, UserAttributes });
  const code = shop.sandbox.inbox.codeFor(email);
  if (!code) throw new Error(`No code came for ${username}`);
  await askIdentity(shop.sandboxUrl, 'ConfirmSignUp', { ...account, ConfirmationCode: code });
  return { username, email, ...(await signIn(shop, username, clientId)) };
}

/** A new person in groups of the user pool, with tokens that say so. */
export async function newOperator(
  shop: Shop,
  groups: string[] = ['shopkeepers'],
  clientId = appClientId,
): Promise<Person> {
  const person = await newPerson(shop, newEmail(), clientId);
  shop.sandbox.identity.setGroups(person.username, groups);
  return { ...person, ...(await signIn(shop, person.username, clientId)) };
}

/** Signs in with the password, through the given app client. */
export async function signIn(shop: Shop, username: string, clientId = appClientId) {
  const { AuthenticationResult: result } = await askIdentity(shop.sandboxUrl, 'InitiateAuth', {
    ClientId: clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: password },
  });
  if (!result) throw new Error('No tokens came');
  return { idToken: result.IdToken, accessToken: result.AccessToken, refreshToken: result.RefreshToken };
}
