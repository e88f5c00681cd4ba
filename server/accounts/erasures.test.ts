import { expect, it } from 'vitest';
import { integer, nullable, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import { anna } from '#tests/support/accounts.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { abandonErasure, beginErasure, completeErasure } from './erasures.ts';

const at = new Date('2026-01-01T12:00:00Z');
const purchase = {
  ...{ checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1', email: anna.email, accountId: null },
  ...{
    currency: 'sek',
    totalOre: 25_000,
    live: true,
    paidAt: at,
    consentText: null,
    termsVersion: null,
    country: null,
    vatOre: null,
    invoiceId: null,
    paidAmount: null,
    paidCurrency: null,
  },
  lines: [{ productId: 'fod', priceOre: 25_000 }],
};
const erasureOf = (email: string | null, token = 'token') => ({
  ...{ accountId: anna.id, email, accessTokenEncrypted: Buffer.from(token), requestedAt: at },
});
const redemptions = query('SELECT {columns} FROM redemptions', {
  codeId: integer,
  accountId: nullable(text),
});

/** A shop in which an order waits for the owner of Anna's address. */
async function shopWithWaitingOrder() {
  const ledger = openVerbs(':memory:', () => at);
  await ledger.recordPurchase(purchase, ['fod'], { by: 'webhook', event: null }, at);
  return ledger;
}

it('The deletion of an account whose address was never verified leaves what waits for the address alone, and writes to nobody', async () => {
  const ledger = await shopWithWaitingOrder();
  await ledger.amend(() => noteMailService(true, at));
  await beginErasure(ledger, erasureOf(null));
  await completeErasure(ledger, anna.id, at);
  expect(await ledger.write([], () => takeLetters(9, at, at))).toEqual([]);
  expect((await ledger.orderGrants('cs_1')).grants).toMatchObject([{ revokedReason: null }]);
  expect(await ledger.ownedGrants({ ...anna, id: 'sub-owner' }, at)).toMatchObject([{ adventureId: 'fod' }]);
  await ledger.close();
});

it('The deletion of an account with a verified address ends what waits for the address', async () => {
  const ledger = await shopWithWaitingOrder();
  await beginErasure(ledger, erasureOf(anna.email));
  await completeErasure(ledger, anna.id, at);
  const { grants, history } = await ledger.orderGrants('cs_1');
  expect(grants).toMatchObject([{ accountId: null, revokedReason: 'account_deleted' }]);
  expect(history.map(({ what, reason, actor }) => [what, reason, actor])).toEqual([
    ['granted', 'purchase', 'webhook'],
    ['revoked', 'account_deleted', 'account'],
  ]);
  expect(await ledger.ownedGrants({ ...anna, id: 'sub-owner' }, at)).toEqual([]);
  await ledger.close();
});

it('A deleted account is nowhere named any more: not where it redeemed a code, bought, or was signed in', async () => {
  const ledger = await shopWithWaitingOrder();
  await ledger.ownedGrants(anna, at);
  await ledger.addActivationCodes([{ code: 'good', campaign: 'c', unlocks: ['fist'] }], at);
  await ledger.redeemCode('good', anna, at);
  const expiresAt = new Date(at.getTime() + 1000);
  await ledger.addSession(
    { idHash: 'hash', account: anna, refreshTokenEncrypted: Buffer.from('x'), expiresAt },
    at,
  );
  await completeErasure(ledger, anna.id, at);
  expect(await ledger.read(() => redemptions.all())).toMatchObject([{ accountId: null }]);
  expect(await ledger.findPurchase('cs_1')).toMatchObject({ accountId: null, email: anna.email });
  expect(await ledger.findSession('hash', at)).toBeNull();
  await ledger.close();
});

it('A deletion that is asked for again erases what came in since it was first asked for', async () => {
  const ledger = await shopWithWaitingOrder();
  const before = new Date(at.getTime() - 1);
  await beginErasure(ledger, { ...erasureOf(anna.email, 'first'), requestedAt: before });
  // With a token from when the address was not verified.
  await beginErasure(ledger, erasureOf(null, 'second'));
  const pending = await ledger.pendingErasures();
  expect(pending).toEqual([erasureOf(anna.email, 'second')]);
  await completeErasure(ledger, anna.id, at);
  expect((await ledger.orderGrants('cs_1')).grants).toMatchObject([{ revokedReason: 'account_deleted' }]);
  await ledger.close();
});

it('A deletion that is given up leaves the account as it was', async () => {
  const ledger = await shopWithWaitingOrder();
  await beginErasure(ledger, erasureOf(anna.email));
  await abandonErasure(ledger, anna.id);
  expect(await ledger.pendingErasures()).toEqual([]);
  expect(await ledger.ownedGrants(anna, at)).toMatchObject([{ adventureId: 'fod' }]);
  await ledger.close();
});
