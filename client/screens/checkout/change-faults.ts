import { ApiProblem, type ApiProblemCode, isPassingFailure } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';

/** For words that the shop sends to somebody else. */
export const noLinks = 'Write it without links and addresses, and put a space after each full stop.';

/** Whether it is unknown after the failure if the change was made: no answer came, or none of the shop's own. */
export function isUnheard(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.code === 'bad_answer' || isPassingFailure(error);
}

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
