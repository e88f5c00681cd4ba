import { ApiProblem, isUnheard } from '#client/api/problem.ts';
import { callFaultText } from './call-fault.ts';

/** What happened to a deletion that was requested but not confirmed. */
export type DeletionFault =
  /** Nothing was deleted, and nothing will be. */
  | { kind: 'refused'; text: string }
  /** The answer was lost: it may be done, in progress, or never have arrived. */
  | { kind: 'unheard' };

/** What the error of a deletion's call tells about the deletion. */
export function deletionFault(error: unknown): DeletionFault {
  const code = error instanceof ApiProblem ? error.code : null;
  // The server answers this only before it has recorded anything.
  if (code === 'identity_provider_unavailable') return { kind: 'refused', text: callFaultText(error) };
  return isUnheard(error) ? { kind: 'unheard' } : { kind: 'refused', text: callFaultText(error) };
}
