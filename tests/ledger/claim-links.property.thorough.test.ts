import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Account } from '#server/identity/identity-provider.ts';
import { claimLinkDays } from '#server/owning/claim-links.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { engines } from '#tests/support/engines.ts';
import { openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { days, disputeOf, minutes, noon, purchaseOf, refundOf } from '#tests/support/small-shop.ts';

/** In any order of events, an order of one account never gets to another by a link. */

const happenings = [
  ...['link', 'link', 'claim', 'claim', 'claim', 'look by address', 'refund', 'refund fails', 'dispute'],
  ...['win', 'move', 'erase', 'wait'],
] as const;
type Happening = (typeof happenings)[number];
const history = fc.array(
  fc.record({ what: fc.constantFrom(...happenings), who: fc.nat(2), which: fc.nat(5) }),
  { minLength: 4, maxLength: 25 },
);
const accounts: readonly Account[] = [0, 1, 2].map((number) => ({
  ...{ id: `sub-${number}`, username: `reader-${number}` },
  ...{ email: `reader-${number}@example.com`, emailVerified: true },
}));
/** SQLite in memory runs ten times as many histories in the same time. */
const quickEngines = engines.map(({ engine, open }) =>
  engine === 'SQLite'
    ? { engine, runs: 300, open: async () => openLedgerInMemory(noon).ledger }
    : { engine, runs: 25, open },
);

it.each(quickEngines)('An order stays with the account that has it, on $engine', async ({ runs, open }) => {
  const ledger = await open(() => noon);
  const verbs = ledgerVerbs(ledger);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(history, fc.nat(2), async (steps, typed) => {
      number += 1;
      const mark = number;
      const people = accounts.map((one) => ({
        ...one,
        id: `${one.id}-${mark}`,
        email: `${mark}-${one.email}`,
      }));
      const person = (who: number) => people[who] as Account;
      const [order, payment] = [`cs_${mark}`, `pi_${mark}`];
      const cause = { by: 'webhook', event: null } as const;
      const email = person(typed).email;
      await verbs.recordPurchase(
        purchaseOf({ checkoutSessionId: order, paymentIntentId: payment, email }),
        ['fod'],
        cause,
        noon,
      );
      const tokens: string[] = [];
      let now = noon;
      const tell = (fact: object, name: typeof refundOf | typeof disputeOf) =>
        verbs.recordPaymentFact(name({ paymentIntentId: payment, asOf: now, ...fact }), cause, now);
      const owner = async () => {
        const { grants } = await verbs.orderGrants(order);
        const { accountId = null } = (await verbs.findPurchase(order)) ?? {};
        const all = new Set([accountId, ...grants.map((grant) => grant.accountId)]);
        all.delete(null);
        expect(all.size).toBeLessThan(2);
        return [...all][0] ?? null;
      };
      const erased = new Set<string>();
      const play: Record<Happening, (who: number, which: number) => Promise<unknown>> = {
        link: async () => tokens.push(await newLink(ledger, order, now)),
        async claim(who, which) {
          const token = tokens[which % Math.max(1, tokens.length)] ?? 'none';
          const before = await owner();
          const outcome = await claimWith(ledger, person(who), token, now);
          const after = await owner();
          if (outcome.startsWith('ok')) {
            expect(after).toBe(person(who).id);
            expect([null, person(who).id]).toContain(before);
            const owned = await verbs.ownedGrants(person(who), now);
            expect(owned.map(({ adventureId }) => adventureId)).toEqual(['fod']);
          } else {
            expect(after).toBe(before);
            if (before !== null && before !== person(who).id && outcome !== 'link_not_found')
              expect(['belongs_to_other_account', 'link_expired']).toContain(outcome);
          }
        },
        'look by address': (who) => verbs.ownedGrants(person(who), now),
        refund: () => tell({ id: `re_${mark}`, status: 'succeeded' }, refundOf),
        'refund fails': () => tell({ id: `re_${mark}`, status: 'failed' }, refundOf),
        dispute: () => tell({ id: `du_${mark}` }, disputeOf),
        win: () => tell({ id: `du_${mark}`, status: 'won' }, disputeOf),
        move: (who) => verbs.moveOrder(order, person(who).email, now),
        erase: async (who) => {
          await verbs.completeErasure(person(who).id, now);
          erased.add(person(who).id);
        },
        wait: async (_who, which) => {
          now = which === 0 ? days(claimLinkDays, now) : minutes(which, now);
        },
      };
      let before: string | null = null;
      for (const { what, who, which } of steps) {
        now = minutes(1, now);
        if (erased.has(person(who).id) && ['claim', 'look by address', 'move', 'erase'].includes(what))
          continue;
        await play[what](who, which);
        const after = await owner();
        // Only an operator's move and the deletion of the account take it from its owner.
        if (before !== null && what !== 'move' && what !== 'erase') expect(after).toBe(before);
        before = after;
      }
    }),
    { numRuns: runs },
  );
  await ledger.close();
});
