import * as endpoints from '#shared/endpoints.ts';
import { call } from './http.ts';
import { ApiProblem } from './problem.ts';

/** What has become of a wish to be deleted. */
export type Deletion = 'deleted' | 'noted';

/**
 * The server deletes the person at the identity service and erases what it holds about them.
 * @returns `noted` when the identity service does not answer: the server has recorded the wish, and finishes it by itself
 * @throws {ApiProblem} `unauthorized` when the tokens are no longer good; a retry is safe
 */
export async function deleteAccount(tokens: { idToken: string; accessToken: string }): Promise<Deletion> {
  try {
    await call(endpoints.deleteAccount, {
      idToken: tokens.idToken,
      body: { accessToken: tokens.accessToken },
    });
    return 'deleted';
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'deletion_noted') return 'noted';
    throw error;
  }
}
