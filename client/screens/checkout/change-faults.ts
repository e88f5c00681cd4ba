import { ApiProblem, type ApiProblemCode } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';

/** The text for a change of an order that failed. @param sentences for the problems of this change */
export function changeFault(
  error: unknown,
  sentences: Readonly<Partial<Record<ApiProblemCode, string>>>,
): string {
  const code = error instanceof ApiProblem ? error.code : null;
  if (error instanceof ApiProblem && code === 'too_many_requests')
    return `That was many tries in a short time. Nothing was changed. Try again in ${waitText(error.retryAfterSeconds)}.`;
  if (code === 'network')
    return 'No answer from the shop. Check your connection and try again; sending it twice does no harm.';
  const passing = 'No answer that makes sense. Nothing was changed; please try again in a moment.';
  return (code && sentences[code]) ?? passing;
}
