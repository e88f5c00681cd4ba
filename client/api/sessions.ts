import type { OwnSession } from '#shared/api/sessions.ts';
import * as endpoints from '#shared/endpoints.ts';
import { badAnswer, call, isRecord } from './http.ts';

/**
 * The browsers in which the account is signed in, most recently used first. Times are in UTC.
 * @throws {ApiProblem}
 */
export async function fetchOwnSessions({
  idToken,
  signal,
}: {
  idToken: string;
  signal?: AbortSignal;
}): Promise<OwnSession[]> {
  const { body, status } = await call(endpoints.listSessions, { idToken, signal });
  const sessions: unknown = isRecord(body) ? body['sessions'] : undefined;
  if (!Array.isArray(sessions) || !sessions.every(isOwnSession)) throw badAnswer(status);
  return sessions;
}

/** Signs the account out in one browser. @throws {ApiProblem} */
export async function endOneSession(id: string, { idToken }: { idToken: string }): Promise<void> {
  await call(endpoints.endOneSession, { idToken, parameters: { id } });
}

/** Signs the account out in every browser but this one. @throws {ApiProblem} */
export async function endOtherSessions({ idToken }: { idToken: string }): Promise<void> {
  await call(endpoints.endOtherSessions, { idToken });
}

/** Signs the account out everywhere: in this browser, in all others, and in the app. @throws {ApiProblem} */
export async function signOutEverywhere(tokens: { idToken: string; accessToken: string }): Promise<void> {
  const { idToken, accessToken } = tokens;
  await call(endpoints.signOutEverywhere, { idToken, body: { accessToken } });
}

function isOwnSession(value: unknown): value is OwnSession {
  return (
    isRecord(value) &&
    typeof value['isThis'] === 'boolean' &&
    ['id', 'device', 'beganAt', 'lastUsedAt'].every((name) => typeof value[name] === 'string')
  );
}
