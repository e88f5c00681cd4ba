/** The result of one of the doctor's checks. */

/** `wrong` needs action now, `warning` soon. */
type Verdict = 'ok' | 'warning' | 'wrong';

/** What one check found, and advice. */
export interface Finding {
  check: string;
  verdict: Verdict;
  found: string;
  /** Empty when everything is ok. */
  advice: string;
}

/** Runs one check; an exception becomes its finding. */
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

/** An error's message with its causes, because adapters wrap errors. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  // A host with several addresses fails with a cause for each, and no message over them.
  return `${message}: ${cause.message || (cause as { code?: unknown }).code}`;
}

/** Called with the name of each check before it runs. */
export type OnCheck = (name: string) => void;

/** {@link check}, announced before it runs. */
export const announced =
  (onCheck: OnCheck = () => undefined): typeof check =>
  (name, ...rest) => {
    onCheck(name);
    return check(name, ...rest);
  };

export const ok = (found: string) => ({ verdict: 'ok' as const, found, advice: '' });
export const warning = (found: string, advice: string) => ({ verdict: 'warning' as const, found, advice });
export const wrong = (found: string, advice: string) => ({ verdict: 'wrong' as const, found, advice });
