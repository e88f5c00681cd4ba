import { readUnlockedContent } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord } from './http.ts';

/**
 * The adventure ids the account has unlocked. The first element of the answer's `data`
 * counts, none means nothing (specification, section 3).
 * @throws {ApiProblem} `unauthorized` for an expired token, `identity_provider_unavailable`
 */
export async function fetchUnlockedContent({
  idToken,
  signal,
}: {
  idToken: string;
  signal?: AbortSignal;
}): Promise<string[]> {
  const { body, status } = await call(readUnlockedContent, {
    idToken,
    headers: { 'Content-Type': 'application/json' },
    signal,
  });
  if (!isRecord(body) || !Array.isArray(body['data'])) throw badAnswer(status);
  const first: unknown = body['data'][0];
  const adventures: unknown = isRecord(first) ? (first['adventures'] ?? []) : [];
  if (!Array.isArray(adventures)) throw badAnswer(status);
  return adventures.map((adventure: unknown) => {
    const id = isRecord(adventure) ? adventure['adventureId'] : undefined;
    if (typeof id !== 'string') throw badAnswer(status);
    return id;
  });
}
