import { askIdentity } from '../../tests/support/identity-calls.ts';
import { unlockedContentCall } from './calls.ts';
import type { Server } from './servers.ts';

/** A person with an account at the sandbox, signed in as the mobile app signs in. */
export interface Person {
  username: string;
  email: string;
  idToken: string;
  refreshToken: string;
}

const password = 'Adventure-2025';

/** Signs up, confirms and signs in so many people. */
export async function newPeople(sandboxUrl: string, clientId: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const [username, email] = [`bench-${index}`, `bench-${index}@example.com`];
    const call = (operation: string, parameters: object) =>
      askIdentity(sandboxUrl, operation, { ClientId: clientId, ...parameters });
    const UserAttributes = [{ Name: 'email', Value: email }];
    await call('SignUp', { Username: username, Password: password, UserAttributes });
    const mails = await fetch(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(email)}`);
    const [mail] = (await mails.json()) as { code?: string }[];
    await call('ConfirmSignUp', { Username: username, ConfirmationCode: mail?.code });
    const { AuthenticationResult: tokens } = await call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: username, PASSWORD: password },
    });
    if (!tokens) throw new Error(`No tokens came for ${username}`);
    people.push({ username, email, idToken: tokens.IdToken, refreshToken: tokens.RefreshToken });
  }
  return people;
}

/** The cookies of a browser session of each. @param baseUrl the site's address as browsers know it */
export async function cookiesOf(
  { url }: Server,
  baseUrl: string,
  people: readonly Person[],
): Promise<string[]> {
  return Promise.all(
    people.map(async ({ idToken, refreshToken }) => {
      const answer = await fetch(`${url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}`, origin: baseUrl },
        body: JSON.stringify({ refreshToken }),
      });
      if (!answer.ok) throw new Error(`No session began: ${answer.status}`);
      const set = answer.headers.getSetCookie();
      return set.map((cookie) => cookie.split(';')[0]).join('; ');
    }),
  );
}

/** The entity tag of what a person owns, so that asking again gets 304; any, from a server that gives none. */
export async function etagOf({ url }: Server, person: Person): Promise<string> {
  const { path, headers } = unlockedContentCall(person);
  const answer = await fetch(`${url}${path}`, { headers });
  return answer.headers.get('etag') ?? '"any"';
}
