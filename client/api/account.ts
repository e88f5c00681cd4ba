import * as endpoints from '#shared/endpoints.ts';
import { call } from './http.ts';

/**
 * The server deletes the person at the identity service and erases what it holds about them.
 * @throws {ApiProblem} `unauthorized` when the tokens are no longer good; a retry is safe
 */
export async function deleteAccount(tokens: { idToken: string; accessToken: string }): Promise<void> {
  await call(endpoints.deleteAccount, {
    idToken: tokens.idToken,
    body: { accessToken: tokens.accessToken },
  });
}
