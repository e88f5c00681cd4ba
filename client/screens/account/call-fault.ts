import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { somethingWrong } from './activation-words.ts';

/** The error text of a failed call of the account page, with advice. */
export function callFaultText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return somethingWrong;
  if (error.code === 'network') return 'There was no answer. Check your connection, then try again.';
  if (error.status === 429)
    return `There were too many attempts. Try again in ${waitText(error.retryAfterSeconds)}.`;
  if (error.code === 'sign_in_too_old')
    return 'For this your sign-in must be of the last ten minutes. Sign out, sign in again, then try once more.';
  if (error.code === 'deletion_under_way')
    return 'This account is being deleted, and what it gets now would be deleted with it. Nothing is used up: sign out, and use another account.';
  if (error.status === 401) return 'You have been signed out. Log in again, then try once more.';
  return somethingWrong;
}
