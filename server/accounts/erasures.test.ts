import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mailOrderLinks } from '#server/buying/mail-order-links.ts';
import { integer, nullable, text } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { countLetterTo } from '#server/outbox/address-letters.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import { countGiftLetter } from '#server/owning/gifts.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { type LedgerVerbs, openVerbs } from '#tests/support/ledger-verbs.ts';
import { byPage } from '#tests/support/small-shop.ts';
import {
  abandonErasure,
  beginErasure,
  beingErased,
  completeErasure,
  knownErasures,
  renewErasure,
  repeatErasures,
} from './erasures.ts';

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
  expect(await ledger.write([], () => takeLetters(9, at, at, true))).toEqual([]);
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
  expect(await ledger.pendingErasures()).toMatchObject([{ requestedAt: before }]);
  await renewErasure(ledger, erasureOf(null, 'second'));
  const pending = await ledger.pendingErasures();
  expect(pending).toEqual([erasureOf(anna.email, 'second')]);
  expect(await ledger.read(() => beingErased([bo.id, anna.id, anna.id]))).toEqual(new Set([anna.id]));
  await completeErasure(ledger, anna.id, at);
  expect((await ledger.orderGrants('cs_1')).grants).toMatchObject([{ revokedReason: 'account_deleted' }]);
  await ledger.close();
});

it('No digest of an erased address stays, from which it could be guessed: of letters with links of orders, or of gifts', async () => {
  const ledger = await shopWithWaitingOrder();
  await ledger.amend(() => noteMailService(true, at));
  const digests = query(
    `SELECT recipient_hash AS digest FROM address_letters
     UNION SELECT subject FROM letters WHERE kind = 'order-links' ORDER BY digest`,
    { digest: text },
  );
  for (const { email } of [anna, bo]) {
    await mailOrderLinks({ ledger, clock: () => at }, email);
    const letter = { recipient: email, sendOn: '2026-01-01', replaces: false };
    await ledger.recordPurchase(
      { ...purchase, checkoutSessionId: `cs ${email}`, paymentIntentId: `pi ${email}`, isGift: true },
      ['fod'],
      byPage,
      at,
    );
    const gift = query('SELECT max(id) AS id FROM purchases', { id: integer });
    await ledger.write([], function* () {
      yield* countGiftLetter((yield* gift.one()).id, letter);
    });
  }
  expect(await ledger.read(() => digests.all())).toHaveLength(4);
  await beginErasure(ledger, erasureOf(anna.email));
  await completeErasure(ledger, anna.id, at);
  const ofBo = hash('sha256', bo.email);
  expect(await ledger.read(() => digests.all())).toEqual([
    { digest: ofBo },
    { digest: `${ofBo} 2026-01-01` },
  ]);
  await ledger.close();
});

it('No digest of an erased address with a tag stays, although letters to it count as the address’s without, and once did not', async () => {
  const ledger = await shopWithWaitingOrder();
  const email = 'anna+shop@example.com';
  const letter = { kind: 'gift', recipient: email, day: '2026-01-01' } as const;
  const digests = query('SELECT recipient_hash AS digest FROM address_letters', { digest: text });
  const before = command("INSERT INTO address_letters VALUES ('gift', 'before', ?, '2027-01-01')");
  await ledger.write([], function* () {
    yield* countLetterTo({ ...letter, subject: 'now' });
    yield* before.run(hash('sha256', email));
  });
  expect(await ledger.read(() => digests.all())).toHaveLength(2);
  await beginErasure(ledger, erasureOf(email));
  await completeErasure(ledger, anna.id, at);
  expect(await ledger.read(() => digests.all())).toEqual([]);
  await ledger.close();
});

it('A deletion that is given up leaves the account as it was', async () => {
  const ledger = await shopWithWaitingOrder();
  await beginErasure(ledger, erasureOf(anna.email));
  await abandonErasure(ledger, erasureOf(anna.email, 'another'));
  expect(await ledger.pendingErasures()).toHaveLength(1);
  await abandonErasure(ledger, erasureOf(anna.email));
  expect(await ledger.pendingErasures()).toEqual([]);
  expect(await ledger.ownedGrants(anna, at)).toMatchObject([{ adventureId: 'fod' }]);
  await ledger.close();
});

describe('in a database that was restored from a backup', () => {
  const byKim = { by: 'operator:kim', event: null } as const;
  const session = {
    ...{ idHash: 'hash', account: anna, refreshTokenEncrypted: Buffer.from('x') },
    expiresAt: new Date(at.getTime() + 1000),
  };
  const openCheckout = command(
    `INSERT INTO opened_checkouts (checkout_session_id, account_id, browser_hash, product_ids, opened_at, expires_at)
     VALUES ('cs_2', ?, 'b', '[]', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')`,
  );
  const addDevice = command(
    "INSERT INTO known_devices VALUES (?, 'Firefox on Linux', '2026-01-01T00:00:00.000Z')",
  );
  const redeem = async (ledger: LedgerVerbs) => {
    await ledger.addActivationCodes([{ code: 'good', campaign: 'c', unlocks: ['fist'] }], at);
    await ledger.redeemCode('good', anna, at);
  };
  /** Every table that names accounts, but for that of deletions in progress, and the accounts that it names. */
  const tables = query(
    `SELECT sqlite_schema.name AS name FROM sqlite_schema JOIN pragma_table_info(sqlite_schema.name) AS field
     WHERE sqlite_schema.type = 'table' AND field.name = 'account_id' AND sqlite_schema.name <> 'account_erasures'`,
    { name: text },
  );
  function* tablesNaming(accountId: string): Script<string[]> {
    const naming: string[] = [];
    for (const { name } of yield* tables.all()) {
      const rows = query(`SELECT account_id FROM ${name} WHERE account_id = ?`, { accountId: text });
      if ((yield* rows.all(accountId)).length > 0) naming.push(name);
    }
    return naming;
  }

  /** What a database knew that the backup takes the place of. */
  async function knownAfter(work: (before: LedgerVerbs) => Promise<void>) {
    const before = openVerbs(':memory:', () => at);
    await work(before);
    const known = await before.read(knownErasures);
    await before.close();
    return known;
  }
  const annaWasDeleted = () => knownAfter((before) => completeErasure(before, anna.id, at));

  it.each<[table: string, leaveTrace: (ledger: LedgerVerbs) => Promise<unknown>]>([
    ['purchases', (ledger) => ledger.recordPurchase({ ...purchase, accountId: anna.id }, [], byPage, at)],
    ['grants', (ledger) => ledger.ownedGrants(anna, at)],
    ['redemptions', redeem],
    ['opened_checkouts', (ledger) => ledger.amend(() => openCheckout.run(anna.id))],
    ['sessions', (ledger) => ledger.addSession(session, at)],
    ['known_devices', (ledger) => ledger.amend(() => addDevice.run(anna.id))],
  ])('whoever was deleted since is deleted again, wherever named: in %s', async (table, leaveTrace) => {
    const known = await annaWasDeleted();
    const ledger = openVerbs(':memory:', () => at);
    if (table === 'grants') await ledger.recordPurchase(purchase, ['fod'], byPage, at);
    await leaveTrace(ledger);
    expect(await ledger.read(() => tablesNaming(anna.id))).toContain(table);
    expect(await ledger.write([], () => repeatErasures(known, byKim, at))).toBe(1);
    expect(await ledger.read(() => tablesNaming(anna.id))).toEqual([]);
    await ledger.close();
  });

  it('what was bought before the deletion and comes back with the reconciler goes to no account', async () => {
    const known = await annaWasDeleted();
    const ledger = openVerbs(':memory:', () => at);
    expect(await ledger.write([], () => repeatErasures(known, byKim, at))).toBe(0);
    await ledger.recordPurchase({ ...purchase, accountId: anna.id }, ['fod'], byPage, at);
    expect(await ledger.findPurchase('cs_1')).toMatchObject({ accountId: null });
    await ledger.close();
  });

  it('a deletion in progress goes on, others stay as they were, and nobody is written to again', async () => {
    const known = await knownAfter((before) => beginErasure(before, erasureOf(anna.email)));
    const ledger = await shopWithWaitingOrder();
    await ledger.amend(() => noteMailService(true, at));
    await ledger.ownedGrants(anna, at);
    expect(await ledger.write([], () => repeatErasures(known, byKim, at))).toBe(0);
    expect(await ledger.read(() => tablesNaming(anna.id))).toEqual(['purchases', 'grants']);
    expect(await ledger.pendingErasures()).toEqual(known.pending);
    const deleted = await annaWasDeleted();
    expect(await ledger.write([], () => repeatErasures(deleted, byKim, at))).toBe(1);
    expect((await ledger.orderGrants('cs_1')).history.at(-1)).toMatchObject({
      ...{ what: 'revoked', reason: 'customer_erased', actor: 'operator:kim' },
    });
    // Nor when the note of an older database is there still: the site tries to finish it.
    expect(await ledger.pendingErasures()).toHaveLength(1);
    await completeErasure(ledger, anna.id, at);
    expect(await ledger.pendingErasures()).toEqual([]);
    expect(await ledger.write([], () => takeLetters(9, at, at, true))).toEqual([]);
    await ledger.close();
  });
});
