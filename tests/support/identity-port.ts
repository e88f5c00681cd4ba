import type { Account, IdentityProvider } from '#server/identity/identity-provider.ts';

/** The identity service as a port: it answers what the test sets, and records its calls in order. */
export interface IdentityPort extends IdentityProvider {
  asked: (readonly [method: string, argument: string])[];
}

/** @param answers that differ from those of a service where everything works for its one account */
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
