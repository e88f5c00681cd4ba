import type { EventCause } from '#server/buying/webhook-events.ts';
import { ownedGrants } from '#server/claiming/unlocked-content.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { nullable, text, time } from '#server/ledger/rows.ts';
import type { Script } from '#server/ledger/script.ts';
import { grantAdventures } from '#server/owning/grants.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { anna } from '#tests/support/accounts.ts';
import { eventOf, minutes, noon, purchaseOf, type SmallShop } from './small-shop.ts';

export const byEva: EventCause = { by: 'operator:eva', event: null };
export const byWebhook: EventCause = { by: 'webhook', event: eventOf() };

/** Runs a script with given results. @returns the values of each of its queries */
export function asked(script: Script<unknown>, answers: readonly unknown[]) {
  const values: (readonly unknown[])[] = [];
  for (let step = script.next(); !step.done; step = script.next(answers[values.length - 1])) {
    values.push(step.value.values);
  }
  return values;
}

/** Makes grants in a small shop, and reads their state. @param shop returns that of the current test */
export function grantsIn(shop: () => SmallShop) {
  return {
    /** Gives by hand, at a moment. @returns the ids of the grants */
    give: (to: { accountId?: string; email?: string }, ids: AdventureId[], at = noon) =>
      shop().ledger.write([], () =>
        grantAdventures(
          'operator',
          ids.map((adventureId) => ({
            ...{ adventureId, accountId: to.accountId ?? null, email: to.email ?? null, grantedAt: at },
          })),
          byEva,
          at,
        ),
      ),

    /** Records a paid order. */
    buy: (email: string, ids: AdventureId[] = ['fod'], id = '1') =>
      shop().verbs.recordPurchase(
        purchaseOf({ email, checkoutSessionId: `cs_${id}`, paymentIntentId: `pi_${id}` }),
        ids,
        byWebhook,
        noon,
      ),

    /** What an account owns five minutes after {@link noon}; asking claims the grants that wait for it. */
    owned: async (account: Account = anna, at = minutes(5)) =>
      (await ownedGrants(shop().ledger, account, at)).map(({ adventureId }) => adventureId),

    grants: () =>
      shop().rows('SELECT {columns} FROM grants ORDER BY id', {
        ...{ adventureId: text, accountId: nullable(text), email: nullable(text), claimedAt: nullable(time) },
      }),

    history: () =>
      shop().rows('SELECT {columns} FROM grant_events ORDER BY id', {
        ...{ what: text, reason: text, actor: text, eventId: nullable(text), at: time },
      }),
  };
}
