// What the handlers of the operator's page have in common.

import type { Account } from '#server/accounts/identity-provider.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import { Refusal } from '#server/refusal.ts';

/** What the use cases need, with the name of whoever asks. */
export type NeedsOf = (account: Account) => OperatorNeeds;

/** The number in a path. @throws {Refusal} `not_found` for what is none, as for a number that nothing has */
export function numberIn(parameter: string): number {
  const number = Number(parameter);
  if (/^\d+$/.test(parameter) && Number.isSafeInteger(number)) return number;
  throw new Refusal('not_found', `Nothing here has the number ${parameter}.`);
}
