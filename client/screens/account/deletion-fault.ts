import { ApiProblem, isPassingFailure } from '#client/api/problem.ts';
import { callFaultText } from './call-fault.ts';

/** What happened to a deletion that was requested but not confirmed. */
export type DeletionFault =
  /** Nothing was deleted, and nothing will be. */
  | { kind: 'refused'; text: string }
  /** The answer was lost: it may be done, in progress, or never have arrived. */
  | { kind: 'unheard' }
  /** The server has recorded the deletion, and finishes it by itself. */
  | { kind: 'noted' };

/** What the error of a deletion's call tells about the deletion. */
export function deletionFault(error: unknown): DeletionFault {
  if (!(error instanceof ApiProblem)) return { kind: 'unheard' };
  if (error.code === 'deletion_noted') return { kind: 'noted' };
  // The server answers this only before it has recorded anything.
  if (error.code === 'identity_provider_unavailable') return { kind: 'refused', text: callFaultText(error) };
  if (isPassingFailure(error) || error.code === 'bad_answer') return { kind: 'unheard' };
  return { kind: 'refused', text: callFaultText(error) };
}
