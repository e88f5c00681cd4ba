import { randomUUID } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
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

/** An address nobody has used before. */
export function newEmail(): string {
  return `reader-${randomUUID().slice(0, 8)}@example.com`;
}

function identityClient(shop: Shop): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    region: 'eu-north-1',
    endpoint: shop.sandboxUrl,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
}

/** Signs up, reads the code in the inbox, confirms, and signs in. */
export async function newPerson(shop: Shop, email = newEmail(), clientId = appClientId): Promise<Person> {
  const client = identityClient(shop);
  const username = `user-${randomUUID().slice(0, 8)}`;
  await client.send(
    new SignUpCommand({
      ClientId: clientId,
      Username: username,
      Password: password,
      UserAttributes: [{ Name: 'email', Value: email }],
    }),
  );
  const code = shop.sandbox.inbox.codeFor(email);
  if (!code) throw new Error(`No code came for ${username}`);
  await client.send(
    new ConfirmSignUpCommand({ ClientId: clientId, Username: username, ConfirmationCode: code }),
  );
  return { username, email, ...(await signIn(shop, username, clientId)) };
}

/** Signs in with the password, through the given app client. */
export async function signIn(shop: Shop, username: string, clientId = appClientId) {
  const { AuthenticationResult: result } = await identityClient(shop).send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: username, PASSWORD: password },
    }),
  );
  if (!result?.IdToken || !result.AccessToken || !result.RefreshToken) throw new Error('No tokens came');
  return { idToken: result.IdToken, accessToken: result.AccessToken, refreshToken: result.RefreshToken };
}
