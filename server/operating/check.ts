/** The doctor's checks. */

/** `wrong` needs somebody now, `warning` soon. */
export type Verdict = 'ok' | 'warning' | 'wrong';

/** What one check found, and what to do about it. */
export interface Finding {
  check: string;
  verdict: Verdict;
  found: string;
  /** Empty when everything is well. */
  advice: string;
}

type Found = Omit<Finding, 'check'>;

/** One thing that is looked at. @typeParam N what it needs */
export interface Check<N> {
  name: string;
  /** What to do when looking itself fails. */
  adviceWhenItFails: string;
  look(needs: N): Promise<Found>;
}

/** Runs one check; what it throws is what is wrong. */
export async function check(
  name: string,
  adviceWhenItFails: string,
  look: () => Promise<Found>,
): Promise<Finding> {
  try {
    return { check: name, ...(await look()) };
  } catch (error) {
    return { check: name, ...wrong(messageOf(error), adviceWhenItFails) };
  }
}

/** An error with what caused it: adapters wrap what they were told. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

export const ok = (found: string): Found => ({ verdict: 'ok', found, advice: '' });
export const warning = (found: string, advice: string): Found => ({ verdict: 'warning', found, advice });
export const wrong = (found: string, advice: string): Found => ({ verdict: 'wrong', found, advice });
