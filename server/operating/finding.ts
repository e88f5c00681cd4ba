/** What the doctor says of one thing that the shop depends on. */

/** `wrong` needs somebody now, `warning` soon. */
type Verdict = 'ok' | 'warning' | 'wrong';

/** What one check found, and what to do about it. */
export interface Finding {
  check: string;
  verdict: Verdict;
  found: string;
  /** Empty when everything is well. */
  advice: string;
}

/** Runs one check; what it throws is what is wrong. */
export async function check(
  name: string,
  adviceWhenItFails: string,
  look: () => Promise<Omit<Finding, 'check'>>,
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

/** Told the name of each check before it is made. */
export type OnCheck = (name: string) => void;

/** {@link check}, told about before. */
export const announced =
  (onCheck: OnCheck = () => undefined): typeof check =>
  (name, ...rest) => {
    onCheck(name);
    return check(name, ...rest);
  };

export const ok = (found: string) => ({ verdict: 'ok' as const, found, advice: '' });
export const warning = (found: string, advice: string) => ({ verdict: 'warning' as const, found, advice });
export const wrong = (found: string, advice: string) => ({ verdict: 'wrong' as const, found, advice });
