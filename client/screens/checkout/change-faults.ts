import { ApiProblem, type ApiProblemCode, isUnheard } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';

/** For words that the shop sends to somebody else. */
export const noLinks =
  'Write it without links, addresses and telephone numbers, and put a space after each full stop and colon.';

/**
 * The text for a change of an order that failed.
 * @param sentences for the problems of this change
 * @param harmless why trying again does no harm
 */
export function changeFault(
  error: unknown,
  sentences: Readonly<Partial<Record<ApiProblemCode, string>>>,
  harmless = 'sending it twice does no harm',
): string {
  const code = error instanceof ApiProblem ? error.code : null;
  if (error instanceof ApiProblem && code === 'too_many_requests')
    return `That was many tries in a short time. Nothing was changed. Try again in ${waitText(error.retryAfterSeconds)}.`;
  if (code === 'network') return `No answer from the shop. Check your connection and try again; ${harmless}.`;
  const known = code && sentences[code];
  if (known) return known;
  return isUnheard(error)
    ? `No answer that makes sense. Please try again in a moment; ${harmless}.`
    : 'The shop does not take this. Nothing was changed: load the page again, then try once more.';
}
