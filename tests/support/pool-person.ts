import { expect } from 'vitest';
import type { StartedIdentity } from '#sandbox/identity/start-for-tests.ts';

export const ada = { username: 'ada', email: 'ada@example.com', password: 'Long-Enough-1' };

export const wrongCode = (right: string) => (right === '000000' ? '000001' : '000000');

/** Signs ada up, and confirms her with the code that was mailed. */
export async function confirmAda(
  service: StartedIdentity,
  identity: {
    signUp(person: typeof ada): Promise<unknown>;
    confirmSignUp(username: string, code: string): Promise<unknown>;
  },
): Promise<void> {
  await identity.signUp(ada);
  await identity.confirmSignUp(ada.username, service.codeFor(ada.email));
}

/** @returns a function that waits for a call's refusal and returns it; it must be an instance of a class */
export const refusalAs =
  <Refusal extends Error>(kind: abstract new (...given: never[]) => Refusal) =>
  (work: Promise<unknown>): Promise<Refusal> =>
    work.then(
      () => expect.fail('it was not refused'),
      (error: unknown) => {
        expect(error).toBeInstanceOf(kind);
        return error as Refusal;
      },
    );
