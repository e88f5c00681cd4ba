import type { UseCodeRequest } from '#shared/api/use-code.ts';
import { useCode } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord } from './http.ts';

/**
 * The result of an activation code. `error` is an open set: a newer server may have reasons that this page does not know.
 */
export interface ActivationResult {
  valid: boolean;
  error: string | null;
  unlocks: string[];
}

/**
 * Redeems an activation code, already trimmed and lower-cased.
 * @throws {ApiProblem} `too_many_requests` with `retryAfterSeconds` when guessing is suspected, `unauthorized`
 */
export async function postActivationCode(
  request: UseCodeRequest,
  { idToken }: { idToken: string },
): Promise<ActivationResult> {
  const { body, status } = await call(useCode, { body: request, idToken });
  if (!isRecord(body) || typeof body['valid'] !== 'boolean') throw badAnswer(status);
  const { valid, error, unlocks } = body;
  return {
    valid,
    error: typeof error === 'string' ? error : null,
    unlocks: Array.isArray(unlocks) ? unlocks.filter((id) => typeof id === 'string') : [],
  };
}
