import { describe, expect, it } from 'vitest';
import { beginErasure, completeErasure, knownErasures } from '#server/accounts/erasures.ts';
import { orderMoves } from '#server/buying/purchase-moves.ts';
import { nullable, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { giveGrant } from '#server/operating/customer-grants.ts';
import { eraseCustomer } from '#server/operating/customers.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import { completeRestore } from '#server/operating/upkeep.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters, writeLetter } from '#server/outbox/outbox.ts';
import { countGiftLetter, openGift, writeCard } from '#server/owning/gifts.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { engines } from '#tests/support/engines.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { byPage, days, noon, purchaseOf } from '#tests/support/small-shop.ts';

const nextDay = days(1);
const later = days(2);
const desk = (ledger: LedgerVerbs) => ({ ledger, clock: () => nextDay, actor: 'operator:kim' as const });
const cards = query('SELECT {columns} FROM gifts ORDER BY purchase_id', {
  ...{ buyerEmail: nullable(text), recipient: nullable(text) },
  ...{ sender: nullable(text), message: nullable(text) },
});
const buys = (over: Parameters<typeof purchaseOf>[0]) => (ledger: LedgerVerbs) =>
  ledger.recordPurchase(purchaseOf(over), ['fod'], byPage, noon);
const deletesAccount = async (ledger: LedgerVerbs) => {
  const request = { accountId: anna.id, email: anna.email, requestedAt: nextDay };
  await beginErasure(ledger, { ...request, accessTokenEncrypted: Buffer.from('token') });
  await completeErasure(ledger, anna.id, nextDay);
};
const isErasedByOperator = (ledger: LedgerVerbs) => eraseCustomer(desk(ledger), anna.email, 'asked');
const nothing = async () => undefined;
/** What the later owner of Anna's address has. */
const ofLaterOwner = (ledger: LedgerVerbs) => ledger.ownedGrants({ ...anna, id: 'sub-later-owner' }, later);
const lettersIn = async (ledger: LedgerVerbs) =>
  (await ledger.write([], () => takeLetters(9, later, later, true))).map(({ kind }) => kind);

type Step = (ledger: LedgerVerbs) => Promise<unknown>;
describe.each(engines)('After a restore on $engine', ({ open }) => {
  /** Restores the backup of a shop. @param until what happened until the backup @param since what happened after it */
  async function restored(until: Step, ...since: Step[]): Promise<LedgerVerbs> {
    const backup = ledgerVerbs(await open(() => noon));
    const before = ledgerVerbs(await open(() => noon));
    for (const ledger of [backup, before]) {
      await ledger.amend(() => noteMailService(true, noon));
      await until(ledger);
    }
    for (const step of since) await step(before);
    const known = await before.snapshot(knownErasures);
    await before.close();
    await completeRestore(desk(backup), 'backup', known);
    return backup;
  }

  it.each([
    ['an account holder', anna.id, deletesAccount],
    ['a guest with the address of an account', null, deletesAccount],
    ['a guest', null, isErasedByOperator],
  ])(
    'What %s bought after the backup, and was erased, comes back for nobody and is confirmed to nobody',
    async (_, accountId, isErased) => {
      const ledger = await restored(nothing, buys({ accountId }), isErased);
      await buys({ accountId })(ledger);
      expect((await ledger.orderGrants('cs_1')).grants).toMatchObject([{ revokedReason: 'customer_erased' }]);
      expect(await ofLaterOwner(ledger)).toEqual([]);
      expect(await lettersIn(ledger)).toEqual([]);
      await ledger.close();
    },
  );

  it.each([
    ['bought and corrected', nothing, buys({})],
    ['corrected', buys({}), nothing],
  ])(
    'An order that was %s after the backup, and whose first address was erased, comes back for nobody there',
    async (_, until, since) => {
      const corrected = (ledger: LedgerVerbs) => moveOrder(desk(ledger), 'cs_1', bo.email, 'mistyped');
      const ledger = await restored(until, since, corrected, isErasedByOperator);
      await buys({})(ledger);
      expect(await ofLaterOwner(ledger)).toEqual([]);
      expect(await lettersIn(ledger)).toEqual([]);
      // To whom it had gone, it goes again by an operator.
      await moveOrder({ ...desk(ledger), clock: () => later }, 'cs_1', bo.email, 'mistyped');
      expect(await ledger.ownedGrants(bo, later)).toMatchObject([{ adventureId: 'fod' }]);
      await ledger.close();
    },
  );

  it('An order that was corrected before the backup stays with whom it went to', async () => {
    const corrected = async (ledger: LedgerVerbs) => {
      await buys({})(ledger);
      await moveOrder(desk(ledger), 'cs_1', bo.email, 'mistyped');
    };
    const ledger = await restored(corrected, isErasedByOperator);
    expect(await ledger.ownedGrants(bo, later)).toMatchObject([{ adventureId: 'fod' }]);
    await ledger.close();
  });

  it('A gift that was bought after the backup by somebody who was erased is not among the orders of a later owner of the address', async () => {
    const buysGift = buys({ accountId: anna.id, isGift: true });
    const ledger = await restored(nothing, buysGift, deletesAccount);
    await buysGift(ledger);
    expect(await ledger.read(() => cards.all())).toMatchObject([{ buyerEmail: null }]);
    expect(await ledger.ownedOrders({ ...anna, id: 'sub-later-owner' }, later)).toEqual([]);
    expect(await lettersIn(ledger)).toEqual([]);
    await ledger.close();
  });

  it.each([
    ['a deleted account', deletesAccount],
    ['somebody whom an operator erased', isErasedByOperator],
  ])(
    'What waited for the address of %s waits for nobody after a restore, nor do letters',
    async (_, isErased) => {
      const waiting = async (ledger: LedgerVerbs) => {
        await buys({})(ledger);
        await giveGrant(desk(ledger), anna.email, 'fist', 'a prize');
        await giveGrant(desk(ledger), bo.email, 'fist', 'a prize');
      };
      const ledger = await restored(waiting, isErased);
      expect(await ofLaterOwner(ledger)).toEqual([]);
      expect(await ledger.ownedGrants(bo, later)).toMatchObject([{ adventureId: 'fist' }]);
      expect(await lettersIn(ledger)).toEqual([]);
      await ledger.close();
    },
  );

  it('A grant that has the number of an erased one, and is another, stays', async () => {
    const ledger = await restored(
      nothing,
      (before) => giveGrant(desk(before), anna.email, 'fist', 'a prize'),
      isErasedByOperator,
    );
    expect(await giveGrant({ ...desk(ledger), clock: () => later }, anna.email, 'fist', 'a prize')).toBe(1);
    const known = await ledger.snapshot(knownErasures);
    const erased = { ...known.erased, grants: [{ id: 1, adventureId: 'fist', grantedAt: nextDay }] };
    await completeRestore(desk(ledger), 'backup', { ...known, erased });
    expect(await ofLaterOwner(ledger)).toMatchObject([{ adventureId: 'fist' }]);
    await ledger.close();
  });

  it('An order that had the address of somebody who was erased before it moved has forgotten it after a restore as well', async () => {
    const moves = async (ledger: LedgerVerbs) => {
      await buys({ email: bo.email })(ledger);
      for (const to of [anna.email, 'c@example.com']) await moveOrder(desk(ledger), 'cs_1', to, 'why');
    };
    const ledger = await restored(moves, isErasedByOperator);
    const shown = await ledger.read(() => orderMoves('cs_1'));
    expect(shown.map(({ from, to }) => [from, to])).toEqual([
      [bo.email, '(erased)'],
      ['(erased)', 'c@example.com'],
    ]);
    await ledger.close();
  });

  it('A gift forgets after a restore whom it forgot before: its recipient with letter and card, its giver with the card', async () => {
    const given = async (ledger: LedgerVerbs) => {
      await buys({ email: bo.email, isGift: true })(ledger);
      await buys({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', isGift: true })(ledger);
      await ledger.write([], function* () {
        for (const [id, recipient] of [
          [1, anna.email],
          [2, bo.email],
        ] as const) {
          yield* writeCard(id, { recipient, sender: 'S', message: 'M', sendOn: null });
          const letter = { kind: 'gift', subject: `${id} 1`, purchaseId: id, recipient } as const;
          yield* writeLetter({ ...letter, happenedAt: noon }, noon);
        }
        yield* openGift(2, [{ productId: 'fod' }], bo.id, noon);
      });
    };
    const ledger = await restored(given, isErasedByOperator);
    expect(await ledger.read(() => cards.all())).toEqual([
      { buyerEmail: bo.email, recipient: '', sender: null, message: null },
      { buyerEmail: null, recipient: '', sender: null, message: null },
    ]);
    expect(await ledger.ownedGrants(bo, later)).toMatchObject([{ adventureId: 'fod' }]);
    // The other's, to Bo, was written before its giver was erased, and goes on its day.
    expect(await lettersIn(ledger)).toEqual(['order-confirmation', 'gift']);
    await ledger.close();
  });

  describe('with a database that an earlier restore has kept', () => {
    /** Restores a backup that knows all of it with one that was kept in between. */
    async function restoredWithKept(until: Step, since: Step): Promise<LedgerVerbs> {
      const backup = ledgerVerbs(await open(() => noon));
      await backup.amend(() => noteMailService(true, noon));
      await until(backup);
      const kept = await backup.snapshot(knownErasures);
      await since(backup);
      await completeRestore(desk(backup), 'backup', kept, await backup.snapshot(knownErasures));
      return backup;
    }

    it('an order that was given to somebody after the erasure stays theirs', async () => {
      const erased = async (ledger: LedgerVerbs) => {
        await buys({})(ledger);
        await isErasedByOperator(ledger);
      };
      const ledger = await restoredWithKept(erased, (shop) =>
        moveOrder(desk(shop), 'cs_1', bo.email, 'theirs'),
      );
      expect(await ledger.ownedGrants(bo, later)).toMatchObject([{ adventureId: 'fod' }]);
      await ledger.close();
    });

    const write = (recipient: string | null) => (ledger: LedgerVerbs) =>
      ledger.write([], function* () {
        yield* writeCard(1, { sender: 'S', message: 'M', sendOn: null, recipient });
        if (recipient === null) return;
        const day = { recipient, sendOn: '2026-03-02', replaces: false };
        const subject = (yield* countGiftLetter(1, day)) ?? '';
        yield* writeLetter({ kind: 'gift', subject, purchaseId: 1, recipient, happenedAt: noon }, noon);
      });

    it.each([
      ['sent to somebody else', 'c@example.com', 'c@example.com'],
      ['printed', null, null],
    ])('a gift’s card that was %s after its recipient was erased stays', async (_, to, recipient) => {
      const erased = async (ledger: LedgerVerbs) => {
        await buys({ email: bo.email, isGift: true })(ledger);
        await write(anna.email)(ledger);
        await isErasedByOperator(ledger);
      };
      const ledger = await restoredWithKept(erased, write(to));
      expect(await ledger.read(() => cards.all())).toEqual([
        { buyerEmail: bo.email, recipient, sender: 'S', message: 'M' },
      ]);
      expect((await lettersIn(ledger)).filter((kind) => kind === 'gift')).toHaveLength(to ? 1 : 0);
      await ledger.close();
    });
  });
});
