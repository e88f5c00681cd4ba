import type { Account, IdentityProvider } from '#server/identity/identity-provider.ts';

/** The identity service as a port: it answers what the test says, and keeps what it was asked in the order in which it was. */
export interface IdentityPort extends IdentityProvider {
  asked: (readonly [method: string, argument: string])[];
}

/** @param answers in the place of a service at which everything works for the one account */
export function identityPort(account: Account, answers: Partial<IdentityProvider> = {}): IdentityPort {
  const asked: IdentityPort['asked'] = [];
  const service: IdentityProvider = {
    verifyIdToken: async () => account,
    rememberedAccount: () => undefined,
    accountIdOfAccessToken: async () => account.id,
    refresh: async (refreshToken) => ({
      ...{ idToken: `id of ${refreshToken}`, accessToken: `access of ${refreshToken}` },
      ...{ refreshToken: `${refreshToken}+`, expiresAt: new Date('2025-06-01T13:00:00Z') },
    }),
    revoke: async () => undefined,
    signOutEverywhere: async () => 'done',
    hasSecondFactor: async () => false,
    deleteUser: async () => 'gone',
    ...answers,
  };
  const told =
    <R>(method: keyof IdentityProvider, answer: (argument: string) => R) =>
    (argument: string): R => {
      asked.push([method, argument]);
      return answer(argument);
    };
  return {
    asked,
    verifyIdToken: told('verifyIdToken', service.verifyIdToken),
    rememberedAccount: told('rememberedAccount', service.rememberedAccount),
    accountIdOfAccessToken: told('accountIdOfAccessToken', service.accountIdOfAccessToken),
    refresh: told('refresh', service.refresh),
    revoke: told('revoke', service.revoke),
    signOutEverywhere: told('signOutEverywhere', service.signOutEverywhere),
    hasSecondFactor: told('hasSecondFactor', service.hasSecondFactor),
    deleteUser: told('deleteUser', service.deleteUser),
  };
}
