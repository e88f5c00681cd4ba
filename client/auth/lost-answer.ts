import type { Identity } from './identity.ts';
import { passingFault } from './identity-error.ts';
import { IdentityProblem } from './identity-problem.ts';

/** For a call that can succeed only once, such as using up a code. */
interface LostAnswer {
  /**
   * Notes a failed attempt, and so has to be called at each failure.
   * @param what what was attempted, as text
   * @returns whether the service refuses now what an earlier attempt of the same may have done: its answer was lost
   */
  noteFailure(what: string, error: unknown): boolean;
}

/** Remembers the attempt whose answer was lost: repeated, it is refused although it worked. */
export function createLostAnswer(): LostAnswer {
  let lost: string | null = null;
  return {
    noteFailure(what, error) {
      if (passingFault(error) === null) return lost === what;
      lost = what;
      return false;
    },
  };
}

/** Whether the account has this password by now. A second factor that it asks for comes after the password. */
export async function hasPassword(identity: Identity, username: string, password: string): Promise<boolean> {
  try {
    await identity.signIn(username, password);
    return true;
  } catch (error) {
    if (error instanceof IdentityProblem) return false;
    throw error;
  }
}
