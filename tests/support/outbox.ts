import { afterEach, beforeEach } from 'vitest';
import type { Ledger } from '#server/ledger/ledger.ts';
import { composeMail } from '#server/mailing/compose.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import type { Clock } from '#server/runtime.ts';
import { exampleFacts } from './example-facts.ts';
import { type LedgerVerbs, ledgerVerbs } from './ledger-verbs.ts';
import { minutes, noon, purchaseOf } from './small-shop.ts';

export const byWebhook = { by: 'webhook', event: null } as const;

/** The dependencies for composing letters. */
export const desk = { publicUrl: 'https://shop.example.org', facts: exampleFacts, claimUrl: null };

/** The outbox of a shop at {@link noon}, which is opened for each test of the suite that calls this. */
export function openOutbox(open: (clock: Clock) => Promise<Ledger>) {
  let ledger: Ledger;
  let verbs: LedgerVerbs;
  beforeEach(async () => {
    ledger = await open(() => noon);
    verbs = ledgerVerbs(ledger);
  });
  afterEach(() => ledger.close());

  const take = (at = noon, most = 10) => ledger.write([], () => takeLetters(most, at, minutes(1, at), true));
  return {
    get ledger() {
      return ledger;
    },
    get verbs() {
      return verbs;
    },
    /** Sets up the mail service. */
    withMail: () => ledger.write([], () => noteMailService(true, noon)),
    /** Records an order of The Fortress of Death. */
    buy: (over: Parameters<typeof purchaseOf>[0] = {}) =>
      verbs.recordPurchase(purchaseOf(over), ['fod'], byWebhook, noon),
    /** Takes the letters that are due, for one minute. */
    take,
    /** Takes them. @returns their kinds and subjects */
    kinds: async (at = noon) => (await take(at)).map(({ kind, subject }) => `${kind} ${subject}`),
    /** Takes them. @returns the composed mails, `null` for those that are not sent any more */
    async composed(at = noon) {
      const letters = await take(at);
      return Promise.all(
        letters.map((letter) => ledger.snapshot(() => composeMail(letter, { ...desk, now: at }))),
      );
    },
  };
}
