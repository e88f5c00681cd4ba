import { afterEach, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from '#sandbox/app.ts';
import { sharedSigningKeys } from '#sandbox/identity/keys-for-tests.ts';
import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type Delivery, startDelivery } from '#server/mailing/deliver.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { createSmtpTransport } from '#server/providers/smtp.ts';
import { noMeters } from '#server/runtime.ts';
import { testCipher } from '#tests/support/accounts.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { ledgerVerbs, silentLog as log } from '#tests/support/ledger-verbs.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { purchaseOf } from '#tests/support/small-shop.ts';

let sandbox: Sandbox;
const deliveries: Delivery[] = [];
const ledgers: Ledger[] = [];
afterEach(async () => {
  await Promise.all(deliveries.map((delivery) => delivery.stop()));
  await Promise.all(ledgers.map((ledger) => ledger.close()));
  await sandbox.close();
});

it('Several sites on one database send every letter once between them, beside a mail service that puts letters off', async () => {
  sandbox = createSandbox({
    ...{ documentsFile: ':memory:', webhook: { url: null, secret: 'whsec_test' } },
    ...{ userPoolId: 'eu-north-1_TestPool1', clientIds: ['web'], signingKeys: sharedSigningKeys() },
  });
  const port = Number(new URL(await sandbox.mail.listen(0)).port);
  sandbox.mail.setFaults({ busy: 0.1, delayMs: 10 });
  const url = await newPostgresDatabase();
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  for (let site = 0; site < 3; site += 1) {
    const { ledger } = await openPostgresLedger(url, 'migrations/postgres', { clock, log, user: 'site' });
    ledgers.push(ledger);
    await ledger.write([], () => noteMailService(true, clock()));
    deliveries.push(
      startDelivery({
        ...{ ledger, clock, log, metrics: noMeters, isAlone: false, cipher: testCipher },
        perSecond: 1000,
        everyMs: 10,
        after: Promise.resolve(),
        isClockTrusted: () => true,
        desk: { publicUrl: 'https://shop.example.org', facts: exampleFacts },
        transport: createSmtpTransport({
          ...{ host: '127.0.0.1', port, tls: 'off', login: null },
          from: { name: '', address: 'shop@example.com' },
        }),
      }),
    );
  }
  const orders = 60;
  const sell = (number: number, ledger: Ledger) =>
    ledgerVerbs(ledger).recordPurchase(
      purchaseOf({
        ...{ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}`, paidAt: clock() },
        email: `reader-${number}@example.com`,
      }),
      ['fod'],
      { by: 'webhook', event: null },
      clock(),
    );
  await Promise.all(
    ledgers.map(async (ledger, site) => {
      for (let number = site; number < orders; number += ledgers.length) await sell(number, ledger);
    }),
  );
  await vi.waitFor(
    async () => {
      // Letters that were deferred several times wait for minutes, which are shortened here to a second at each poll.
      aheadMs += 1000;
      const figures = await (ledgers[0] as Ledger).read(() => outboxFigures(clock()));
      expect(figures).toMatchObject({ waiting: 0 });
    },
    { timeout: 90_000, interval: 100 },
  );
  const to = sandbox.inbox.list().map((mail) => mail.to);
  expect(to.length).toBe(orders);
  expect(new Set(to).size).toBe(orders);
});
