import { maskEmail } from '#server/buying/order-status.ts';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { Clock } from '#server/runtime.ts';
import type { OperatorAction, OperatorActor } from './records.ts';

/** What every operator's use case needs: the store, the time, and who is at work. */
export interface OperatorNeeds {
  store: OperatorStore;
  clock: Clock;
  actor: OperatorActor;
}

/** An entry for the record of what operators did, made now. */
export function actionBy(
  { actor, clock }: Pick<OperatorNeeds, 'actor' | 'clock'>,
  action: string,
  about: Partial<Pick<OperatorAction, 'subject' | 'reason' | 'details'>> = {},
): OperatorAction {
  return { actor, action, subject: null, reason: null, details: {}, at: clock(), ...about };
}

/** An address or account id as it may stand in the record: addresses masked, so that nothing has to be erased there. */
export function subjectOf(key: string): string {
  return key.includes('@') ? maskEmail(key) : key;
}
