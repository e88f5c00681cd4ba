import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from '#sandbox/app.ts';
import { sharedSigningKeys } from '#sandbox/identity/keys-for-tests.ts';
import type { DisputeFact } from '#server/buying/refunds-and-disputes.ts';
import { wrapGift } from '#server/buying/wrap-gift.ts';
import { command } from '#server/ledger/script.ts';
import { mailService, noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import { lettersOfOrder, outboxFigures } from '#server/outbox/outbox-report.ts';
import { createSmtpTransport } from '#server/providers/smtp.ts';
import { anna, testCipher } from '#tests/support/accounts.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { disputeOf, minutes, purchaseOf, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { type Delivery, mostTries, startDelivery } from './deliver.ts';
import type { MailTransport } from './mail-transport.ts';

let shop: SmallShop;
let sandbox: Sandbox;
let port: number;
let delivery: Delivery | null;
beforeEach(async () => {
  shop = smallShop();
  sandbox = createSandbox({
    ...{ documentsFile: ':memory:', webhook: { url: null, secret: 'whsec_test' } },
    ...{ userPoolId: 'eu-north-1_TestPool1', clientIds: ['web'], signingKeys: sharedSigningKeys() },
  });
  port = Number(new URL(await sandbox.mail.listen(0)).port);
  delivery = null;
  await shop.ledger.write([], () => noteMailService(true, shop.now));
});
afterEach(async () => {
  await delivery?.stop();
  await sandbox.close();
});

const transport = () =>
  createSmtpTransport(
    {
      ...{ host: '127.0.0.1', port, tls: 'off' },
      login: { user: 'shop', password: 'right' },
      from: { name: 'The Shop', address: 'shop@example.com' },
    },
    { connectMs: 2000, letterMs: 2000, answerMs: 2000 },
  );
const begin = (over: Partial<Parameters<typeof startDelivery>[0]> = {}) => {
  delivery = startDelivery({
    ...{ ledger: shop.ledger, clock: shop.clock, log: shop.log, metrics: shop.metrics, isAlone: true },
    cipher: testCipher,
    ...{
      transport: transport(),
      desk: { publicUrl: 'https://shop.example.org', facts: exampleFacts },
    },
    ...{ perSecond: 1000, everyMs: 20, after: Promise.resolve(), isClockTrusted: () => true },
    ...over,
  });
};
const sell = (number: number, email = `reader-${number}@example.com`) =>
  shop.verbs.recordPurchase(
    purchaseOf({ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}`, email }),
    ['fod'],
    { by: 'webhook', event: null },
    shop.now,
  );
const states = async (number: number) =>
  (await shop.ledger.read(() => lettersOfOrder(`cs_${number}`))).map(({ state }) => state);
const setTries = command('UPDATE letters SET tries = ?');
const settledIn = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 30_000, interval: 20 });
const settled = (number: number, state: string) =>
  settledIn(async () => expect(await states(number)).toEqual([state]));

it('sends what lies in the outbox as plain text and as a page, and notes that it is out', async () => {
  await sell(1);
  begin();
  await settled(1, 'sent');
  const [mail, ...more] = sandbox.inbox.list('reader-1@example.com');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    subject: 'Your order: Lone Wolf The Fortress of Death',
    text: expect.stringContaining('Paid: 250 SEK, VAT included'),
    html: expect.stringContaining('<h2>What you bought</h2>'),
    messageId: expect.stringMatching(/^<[0-9a-f]{32}\.[0-9a-f]{16}@shop\.example\.org>$/),
  });
  expect(shop.metered).toContainEqual(['letter', 'order-confirmation', 'sent']);
});

it('a letter that was held by a process that has ended is sent at once by the only process there is', async () => {
  await sell(1);
  const longAfter = new Date('2099-01-01');
  await shop.ledger.write([], () => takeLetters(1, shop.now, longAfter, true));
  begin({ isAlone: false });
  await delivery?.run();
  await delivery?.stop();
  expect(await states(1)).toEqual(['waiting']);
  begin();
  await settled(1, 'sent');
});

it('an address that takes no mail is not asked again, and the others get theirs', async () => {
  await sell(1, 'bounce@example.com');
  await sell(2);
  begin();
  await settled(1, 'refused');
  await settled(2, 'sent');
  expect(await shop.ledger.read(() => lettersOfOrder('cs_1'))).toMatchObject([
    { fault: '550 5.1.1 (RCPT TO)' },
  ]);
  expect(JSON.stringify(shop.logged)).not.toContain('bounce@');
});

it('a letter that is put off is tried again later, and given up after the tries of four days, not after four days', async () => {
  sandbox.mail.setFaults({ busy: 1 });
  await sell(1);
  begin();
  const tried = (times: number) =>
    vi.waitFor(() => expect(shop.metered.filter(([what]) => what === 'letter')).toHaveLength(times), 30_000);
  await tried(1);
  expect(await states(1)).toEqual(['waiting']);
  shop.now = new Date(shop.now.getTime() + 1000);
  await tried(2);
  // As if the mail service had been down for a month. Half of the errors concern the recipient, half the letter: neither
  // kind ends it.
  shop.now = new Date(shop.now.getTime() + 30 * 24 * 3_600_000);
  await tried(3);
  expect(await states(1)).toEqual(['waiting']);
  const hour = 3_600_000;
  const [seconds, hours] = [1 + 5 + 30 + 120 + 600, mostTries - 6];
  expect((seconds * 1000 + hours * hour) / (24 * hour)).toBeCloseTo(4, 1);
  await shop.ledger.amend(() => setTries.run(mostTries - 2));
  shop.now = new Date(shop.now.getTime() + hour);
  await tried(4);
  expect(await states(1)).toEqual(['waiting']);
  shop.now = new Date(shop.now.getTime() + hour);
  await settled(1, 'dead');
});

it('while nothing can be sent every letter waits, the fault is noted, and all go out when it ends', async () => {
  sandbox.mail.setFaults({ wrongPassword: true });
  await sell(1);
  await sell(2);
  begin();
  const fault = () => shop.ledger.read(mailService).then((service) => service.fault);
  await vi.waitFor(async () => expect(await fault()).toBe('535 5.7.8 (signing in was refused)'), 30_000);
  expect(await shop.ledger.read(() => outboxFigures(shop.now))).toMatchObject({ waiting: 2 });
  expect(shop.logged.filter(({ level }) => level === 'error')).toHaveLength(1);
  sandbox.mail.setFaults({});
  await vi.waitFor(async () => expect(await fault()).toBeNull(), 30_000);
  await settled(1, 'sent');
  await settled(2, 'sent');
  expect(sandbox.inbox.list()).toHaveLength(2);
});

it('a yes that the database did not take is noted before anything else is sent, and the letter not sent again', async () => {
  await sell(1);
  let broken = true;
  const answers: string[] = [];
  const real = transport();
  const watched: MailTransport = {
    ...real,
    async send(mail) {
      const outcome = await real.send(mail);
      answers.push(outcome.kind);
      return outcome;
    },
  };
  const ledger: typeof shop.ledger = {
    ...shop.ledger,
    amend: (script) =>
      broken && answers.length > 0 ? Promise.reject(new Error('disk full')) : shop.ledger.amend(script),
  };
  begin({ ledger, transport: watched });
  await vi.waitFor(() => expect(shop.logged.filter(({ level }) => level === 'warn')).not.toEqual([]), 30_000);
  // Its hold runs out meanwhile.
  shop.now = new Date(shop.now.getTime() + 20 * 60_000);
  broken = false;
  await settled(1, 'sent');
  expect(answers).toEqual(['sent']);
});

it('one broken connection holds up neither the other letters nor its own for long', async () => {
  for (const number of [1, 2, 3, 4]) await sell(number);
  const real = transport();
  let broken = 0;
  const onceBroken: MailTransport = {
    ...real,
    async send(mail) {
      if (mail.to !== 'reader-2@example.com' || broken > 0) return real.send(mail);
      broken += 1;
      return { kind: 'unavailable', fault: 'ESOCKET', had: 'whole' };
    },
  };
  begin({ transport: onceBroken });
  for (const number of [1, 3, 4]) await settled(number, 'sent');
  shop.now = new Date(shop.now.getTime() + 1000);
  for (const number of [1, 2, 3, 4]) await settled(number, 'sent');
  expect(shop.logged).toContainEqual({
    level: 'warn',
    fields: expect.objectContaining({ letter: 2, fault: 'ESOCKET' }),
  });
});

it('the letter of a gift waits until the bank has looked into its payment, and goes out when that is won', async () => {
  await shop.verbs.recordPurchase(
    { ...purchaseOf({ accountId: anna.id }), isGift: true },
    ['fod'],
    { by: 'webhook', event: null },
    shop.now,
  );
  const buyer = { account: anna, browserId: null };
  await wrapGift(shop, 'cs_1', { recipient: 'bo@example.com' }, buyer);
  const tell = (over: Partial<DisputeFact>) =>
    shop.verbs.recordPaymentFact(disputeOf(over), { by: 'webhook', event: null }, shop.now);
  await tell({});
  begin();
  const letters = () => shop.ledger.read(() => lettersOfOrder('cs_1'));
  const gift = async () => (await letters()).find(({ kind }) => kind === 'gift');
  await delivery?.run();
  expect(await gift()).toMatchObject({ state: 'waiting' });
  // Nothing is wrong with the mail meanwhile, so no alarm tells of it.
  const { waiting, oldest } = await shop.ledger.read(() => outboxFigures(minutes(40)));
  expect({ waiting, oldest }).toEqual({ waiting: 0, oldest: null });
  await tell({ status: 'won', asOf: minutes(1) });
  shop.now = minutes(61);
  await settledIn(async () => expect(await gift()).toMatchObject({ state: 'sent' }));
  expect(sandbox.inbox.list('bo@example.com')).toHaveLength(1);
});
