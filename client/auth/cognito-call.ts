import type { PublicConfig } from '#shared/api/config.ts';
import type { IdentityTokens } from './identity.ts';
import { IdentityProblem, networkErrorCode, serviceFailedCode } from './identity-problem.ts';

/** The user pool and this site's client of it; `endpoint` `null` means the hosted service of the pool's region. */
export type Pool = Pick<PublicConfig['identity'], 'userPoolId' | 'clientId' | 'endpoint'>;

/** What the service answered a call with. */
export type ServiceAnswer = Record<string, unknown>;

/** Time-out of a call. */
const timeoutMs = 20_000;

/**
 * One call of the service's protocol (AWS JSON 1.1).
 * @throws {IdentityProblem} the service's exception by its name, `InternalErrorException` for every failure of its own (status
 * 500 and above), whatever it calls it; `NetworkError` for no answer, or one that is no JSON
 */
export async function callService(pool: Pool, operation: string, body: object): Promise<ServiceAnswer> {
  const region = pool.userPoolId.split('_')[0];
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(pool.endpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Calls without a result answer with an empty body.
    const text = await response.text();
    answer = text === '' || response.status >= 500 ? {} : JSON.parse(text);
  } catch (cause) {
    throw new IdentityProblem(networkErrorCode, 'No answer', cause);
  }
  const told = (answer ?? {}) as ServiceAnswer;
  if (response.ok) return told;
  if (response.status >= 500) throw new IdentityProblem(serviceFailedCode, 'The service failed');
  const type = String(told['__type'] ?? 'Unknown');
  throw new IdentityProblem(
    type.split('#').at(-1) ?? type,
    String(told['message'] ?? told['Message'] ?? type),
  );
}

/** Answers a challenge of the current sign-in. @throws {IdentityProblem} */
export function answerChallenge(
  pool: Pool,
  begun: ServiceAnswer,
  challenge: string,
  responses: Record<string, string>,
): Promise<ServiceAnswer> {
  return callService(pool, 'RespondToAuthChallenge', {
    ChallengeName: challenge,
    ClientId: pool.clientId,
    Session: begun['Session'],
    ChallengeResponses: responses,
  });
}

/** A challenge's parameters: texts by name. */
export function challengeParameters(answer: ServiceAnswer): Record<string, string | undefined> {
  return (answer['ChallengeParameters'] ?? {}) as Record<string, string | undefined>;
}

/** The tokens at the end of a sign-in. @throws {IdentityProblem} `UnsupportedChallenge` when another challenge comes */
export function tokensOf(answer: ServiceAnswer): IdentityTokens {
  const { IdToken, AccessToken, RefreshToken } = (answer['AuthenticationResult'] ?? {}) as ServiceAnswer;
  if (typeof IdToken === 'string' && typeof AccessToken === 'string' && typeof RefreshToken === 'string') {
    return { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken };
  }
  const challenge = String(answer['ChallengeName']);
  throw new IdentityProblem('UnsupportedChallenge', `The identity service asks for ${challenge}.`);
}
