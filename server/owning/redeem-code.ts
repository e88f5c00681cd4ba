import type { Account } from '#server/accounts/identity-provider.ts';
import type { Store } from '#server/ledger/store.ts';
import type { Clock, Log } from '#server/runtime.ts';
import type { UseCodeResponse } from '#shared/api/use-code.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import { ownedItems } from '#shared/unlocks.ts';

/** Redeems an activation code for an account. A code that does not work is an answer, not an error. */
export async function redeemCode(
  { store, clock, log }: { store: Store; clock: Clock; log: Log },
  account: Account,
  typedCode: string,
): Promise<UseCodeResponse> {
  const redemption = await store.redeemCode(normaliseActivationCode(typedCode), account, covers, clock());
  log.info(
    { account: account.id, outcome: redemption.ok ? 'redeemed' : redemption.error },
    'activation code used',
  );
  return redemption.ok
    ? { valid: true, error: null, unlocks: redemption.unlocks }
    : { valid: false, error: redemption.error, unlocks: [] };
}

/**
 * Whether everything a code would put on the shelf stands there already. It compares what is shown, not ids: who owns
 * `fod` still gains the artbook from `fod-kickstarter`, while who owns `fod-kickstarter` gains nothing from `fod`.
 */
export function covers(owned: readonly string[], unlocks: readonly string[]): boolean {
  const shelf = new Set(ownedItems(owned).map((item) => JSON.stringify(item)));
  return ownedItems(unlocks).every((item) => shelf.has(JSON.stringify(item)));
}
