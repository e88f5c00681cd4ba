import type { AccountStore } from './account-store.ts';
import type { SignInResult } from './identity.ts';
import type { LoadIdentity } from './load-identity.ts';

export type SignInOutcome =
  | { kind: 'signed-in' }
  | { kind: 'new-password-required'; complete: (newPassword: string) => Promise<SignInOutcome> }
  | { kind: 'second-factor'; secret: string | null; complete: (code: string) => Promise<void> }
  | { kind: 'mailed-code'; destination: string | null; complete: (code: string) => Promise<void> };

/**
 * Signs in and begins the browser session. "A sign-in first signs out the current user" (specification, section 4).
 * The refresh token goes to the server and is kept nowhere else.
 * @param username already normalised
 * @throws {IdentityProblem} what the identity service refused
 * @throws {ApiProblem} when our own server could not end the old session or begin the new one
 */
export async function signIn(
  account: Pick<AccountStore, 'getState' | 'signOut' | 'begin'>,
  load: LoadIdentity,
  username: string,
  password: string,
): Promise<SignInOutcome> {
  if (account.getState().status !== 'nobody') await account.signOut();
  const identity = await load();
  return outcomeOf(account, await identity.signIn(username, password));
}

/**
 * Signs in without the password: a code is mailed, and completes the sign-in.
 * @throws {IdentityProblem} `noMailedCodesCode` when the account cannot
 */
export async function signInByMail(
  account: Pick<AccountStore, 'getState' | 'signOut' | 'begin'>,
  load: LoadIdentity,
  username: string,
): Promise<SignInOutcome> {
  if (account.getState().status !== 'nobody') await account.signOut();
  const identity = await load();
  return outcomeOf(account, await identity.signInByMail(username));
}

async function outcomeOf(account: Pick<AccountStore, 'begin'>, result: SignInResult): Promise<SignInOutcome> {
  switch (result.kind) {
    case 'tokens':
      await account.begin(result.tokens);
      return { kind: 'signed-in' };
    case 'new-password-required':
      return {
        kind: 'new-password-required',
        complete: async (newPassword) => outcomeOf(account, await result.complete(newPassword)),
      };
    case 'second-factor':
    case 'mailed-code':
      return { ...result, complete: async (code) => account.begin(await result.complete(code)) };
  }
}
