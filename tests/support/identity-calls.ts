/** The fields of the identity service's answers that tests use. */
export interface IdentityAnswer {
  AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken: string };
  AvailableChallenges?: string[];
  ChallengeName?: string;
  ChallengeParameters?: Record<string, string>;
  CredentialCreationOptions?: unknown;
  Credentials?: { CredentialId: string }[];
  SecretCode?: string;
  Session?: string;
}

/**
 * A call of Cognito's protocol (AWS JSON 1.1), without a library.
 *
 * @param url of the identity service
 * @param body sent as it is when it is a text
 */
export const callIdentity = (url: string, operation: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** The same for calls that should succeed. @throws {Error} named after the service's exception, with its message */
export async function askIdentity(url: string, operation: string, body: object): Promise<IdentityAnswer> {
  const answer = await callIdentity(url, operation, body);
  const text = await answer.text();
  const told =
    text === '' ? {} : (JSON.parse(text) as IdentityAnswer & { __type?: string; message?: string });
  if (answer.ok) return told;
  throw Object.assign(new Error(`${'message' in told ? told.message : text}`), {
    name: '__type' in told ? told.__type : `Status ${answer.status}`,
  });
}
