import type { AccountStore } from './account-store.ts';
import type { Identity, SignInResult } from './identity.ts';

export type SignInOutcome =
  | { kind: 'signed-in' }
  | { kind: 'new-password-required'; complete: (newPassword: string) => Promise<SignInOutcome> }
  | { kind: 'second-factor'; secret: string | null; complete: (code: string) => Promise<void> }
  | { kind: 'mailed-code'; destination: string | null; complete: (code: string) => Promise<void> };

/** What a sign-in needs of the account. */
export type SignInAccount = Pick<AccountStore, 'getState' | 'signOut' | 'begin'>;

/** "A sign-in first signs out the current user" (specification, section 4). */
export async function endCurrent(account: SignInAccount): Promise<void> {
  if (account.getState().status !== 'nobody') await account.signOut();
}

/**
 * Signs in and begins the browser session, once nobody is signed in any more.
 * The refresh token goes to the server and is kept nowhere else.
 * @param begin begins it at the identity service, in one of its ways
 * @throws {IdentityProblem} what the identity service refused
 * @throws {ApiProblem} when our own server could not end the old session or begin the new one
 */
export async function signIn(
  account: SignInAccount,
  load: () => Promise<Identity>,
  begin: (identity: Identity) => Promise<SignInResult>,
): Promise<SignInOutcome> {
  await endCurrent(account);
  return outcomeOf(account, await begin(await load()));
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
