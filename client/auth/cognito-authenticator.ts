/** Whether sign-ins of an account ask for the code of an authenticator app, at Cognito. */
import { callService, type Pool } from './cognito-call.ts';

/** The challenge for an authenticator app, as the service calls it. */
export const authenticatorApp = 'SOFTWARE_TOKEN_MFA';

/** Whether the account of whoever is signed in has one. @throws {IdentityProblem} */
export async function hasAuthenticator(pool: Pool, AccessToken: string): Promise<boolean> {
  const { UserMFASettingList: factors } = await callService(pool, 'GetUser', { AccessToken });
  return Array.isArray(factors) && factors.includes(authenticatorApp);
}

/** Has sign-ins ask for its code, or no longer. A pool that demands a second factor asks all the same. @throws {IdentityProblem} */
export async function preferAuthenticator(pool: Pool, AccessToken: string, on: boolean): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: on, PreferredMfa: on };
  await callService(pool, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
}
