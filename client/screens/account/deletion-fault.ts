import { ApiProblem, isPassingFailure } from '#client/api/problem.ts';
import { callFaultText } from './call-fault.ts';

/** What became of a deletion that was asked for and not confirmed. */
export type DeletionFault =
  /** Nothing was deleted, and nothing will be. */
  | { kind: 'refused'; text: string }
  /** It may be done, under way or never have arrived. */
  | { kind: 'unheard' }
  /** The server has written it down, and finishes it by itself. */
  | { kind: 'noted' };

/** What is known of a deletion from what its call has thrown. */
export function deletionFault(error: unknown): DeletionFault {
  if (!(error instanceof ApiProblem)) return { kind: 'unheard' };
  if (error.code === 'deletion_noted') return { kind: 'noted' };
  // It answers so before it has written anything down.
  if (error.code === 'identity_provider_unavailable') return { kind: 'refused', text: callFaultText(error) };
  if (isPassingFailure(error) || error.code === 'bad_answer') return { kind: 'unheard' };
  return { kind: 'refused', text: callFaultText(error) };
}
