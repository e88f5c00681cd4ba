import { vi } from 'vitest';
import { nullable, text, time } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import { type Delivery, startDelivery } from '#server/mailing/deliver.ts';
import type { LetterPart, MailTransport, OutgoingMail, SendOutcome } from '#server/mailing/mail-transport.ts';
import { mailService, noteMailService } from '#server/outbox/mail-service.ts';
import { testCipher } from './accounts.ts';
import { deskAt } from './letter-words.ts';
import { byPage, noon, purchaseOf, type SmallShop, smallShop } from './small-shop.ts';

export const sent: SendOutcome = { kind: 'sent' };
/** A mail service that cannot be reached. */
export const away = (fault = 'ECONNECTION', had: LetterPart = 'nothing'): SendOutcome => ({
  ...{ kind: 'unavailable', fault, had },
});

const setTries = command('UPDATE letters SET tries = ?');

/** Lets everything run that waits for no timer: the ledger commits in a separate turn of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances the timers, in steps of a tenth of a second at most. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    vi.advanceTimersByTime(Math.min(left, 100));
    await settle();
  }
}

/**
 * Delivery of a small shop's letters to a mail service in memory, with fake timers. `shop.now` is the clock of
 * the letters and does not advance. deliver.smtp.test.ts and providers/smtp.test.ts use a real mail service.
 */
export async function openMailDesk() {
  const shop = smallShop();
  const { publicUrl, facts } = deskAt(noon);
  await shop.ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
  const letters = () =>
    shop.rows('SELECT {columns} FROM letters ORDER BY id', {
      ...{ state: text, fault: nullable(text), dueAt: time, heldUntil: nullable(time) },
    });
  const desk = {
    ...{ shop, settle, pass, letters },
    delivery: null as Delivery | null,
    /** The mails handed over, with the time in milliseconds since delivery began. */
    handed: [] as { to: string; mail: OutgoingMail; at: number }[],
    /** The mail service's answer. */
    answer: ((_mail: OutgoingMail) => sent) as (mail: OutgoingMail) => SendOutcome | Promise<SendOutcome>,
    /** How often the connection to the mail service was closed. */
    closed: 0,
    /** The tasks for which the process was leader. */
    led: [] as string[],
    async begin(over: Partial<Parameters<typeof startDelivery>[0]> = {}): Promise<void> {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      const from = performance.now();
      const transport: MailTransport = {
        longestMs: 620_000,
        async send(mail) {
          desk.handed.push({ to: mail.to, mail, at: performance.now() - from });
          return desk.answer(mail);
        },
        verify: async () => null,
        close() {
          desk.closed += 1;
        },
      };
      const ledger: SmallShop['ledger'] = {
        ...shop.ledger,
        asLeader(task, work) {
          desk.led.push(task);
          return shop.ledger.asLeader(task, work);
        },
      };
      desk.delivery = startDelivery({
        ...{ ledger, transport, desk: { publicUrl, facts }, cipher: testCipher, isAlone: true },
        ...{ clock: shop.clock, log: shop.log, metrics: shop.metrics, perSecond: 1000, everyMs: 100 },
        after: Promise.resolve(),
        isClockTrusted: () => true,
        ...over,
      });
      await settle();
    },
    async end(): Promise<void> {
      const stopping = desk.delivery?.stop();
      if (vi.isFakeTimers()) await pass(100);
      await stopping;
      vi.useRealTimers();
    },
    sell: (number: number, over: Parameters<typeof purchaseOf>[0] = {}) =>
      shop.verbs.recordPurchase(
        purchaseOf({
          ...{ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}` },
          ...{ email: `reader-${number}@example.com`, ...over },
        }),
        ['fod'],
        byPage,
        noon,
      ),
    async sellMany(count: number): Promise<void> {
      for (let number = 1; number <= count; number += 1) await desk.sell(number);
    },
    states: async () => (await letters()).map(({ state }) => state),
    setTries: (tries: number) => shop.ledger.amend(() => setTries.run(tries)),
    /** The numbers of the sales whose letters were sent. */
    recipients: () => desk.handed.map(({ to }) => Number(/reader-(\d+)/.exec(to)?.[1])),
    times: () => desk.handed.map(({ at }) => at),
    metered: () => shop.metered.filter(([what]) => what === 'letter').map(([, ...values]) => values),
    logged: (level: 'warn' | 'error') =>
      shop.logged.filter((line) => line.level === level).map(({ fields }) => fields),
    service: () => shop.ledger.read(mailService),
  };
  return desk;
}

export type MailDesk = Awaited<ReturnType<typeof openMailDesk>>;
