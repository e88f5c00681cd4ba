// What the handlers of the operator's page share.

import type { Account } from '#server/identity/identity-provider.ts';
import type { OperatorActor } from '#server/operating/operator-action.ts';
import { Refusal } from '#server/refusal.ts';
import type { Services } from '../services.ts';

/** The dependencies of use cases, with the operator's name. */
export type NeedsOf = (account: Account) => Services & { actor: OperatorActor };

/** The number in a path. @throws {Refusal} `not_found` for anything else, as for a number that does not exist */
export function numberIn(parameter: string): number {
  const number = Number(parameter);
  if (/^\d+$/.test(parameter) && Number.isSafeInteger(number)) return number;
  throw new Refusal('not_found', `Nothing here has the number ${parameter}.`);
}
