import request from 'supertest';
import {
  deleteAccount as deleteEndpoint,
  beginSession as endpoint,
  endSession,
  patternOf,
} from '#shared/endpoints.ts';
import { callIdentity } from './identity-calls.ts';
import { bearer } from './orders.ts';
import type { Person } from './people.ts';
import { type Shop, webClientId } from './shop.ts';

/** Starts a browser session with somebody's tokens. */
export const beginSession = (
  shop: Pick<Shop, 'url'>,
  { idToken, refreshToken }: Pick<Person, 'idToken' | 'refreshToken'>,
  headers: Record<string, string> = {},
): request.Test =>
  request(shop.url)
    .post(patternOf(endpoint))
    .set({ ...bearer(idToken), ...headers })
    .send({ refreshToken });

/** The `Cookie` header that a browser would send back after an answer. */
export const cookieOf = (response: request.Response): string =>
  (response.get('Set-Cookie') ?? []).map((cookie) => cookie.slice(0, cookie.indexOf(';'))).join('; ');

/** Signs out the browser that sends these cookies. */
export const signOut = (shop: Pick<Shop, 'url'>, cookie: string): request.Test =>
  request(shop.url).delete(patternOf(endSession)).set({ cookie });

/** Deletes the account of these tokens. */
export const deleteAccount = (
  shop: Pick<Shop, 'url'>,
  { idToken, accessToken }: Pick<Person, 'idToken' | 'accessToken'>,
): request.Test =>
  request(shop.url).delete(patternOf(deleteEndpoint)).set(bearer(idToken)).send({ accessToken });

/** Whether the identity service still accepts a refresh token. */
export async function refreshesAt(
  shop: Pick<Shop, 'sandboxUrl'>,
  refreshToken: string,
  clientId = webClientId,
): Promise<boolean> {
  const { ok } = await callIdentity(shop.sandboxUrl, 'GetTokensFromRefreshToken', {
    RefreshToken: refreshToken,
    ClientId: clientId,
  });
  return ok;
}
