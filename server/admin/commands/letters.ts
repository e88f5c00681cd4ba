// The commands `letters …`: e-mail of the shop that was not delivered.

import { retryLetter, showMail } from '#server/operating/letters.ts';
import { command, group, reason } from '../command.ts';
import { tableOf } from '../display.ts';
import { wholeNumber } from '../tools.ts';

export const letterCommands = group(
  'letters',
  'mail of the shop that did not arrive',
  command('trouble', 'list letters of the last 30 days whose address refused them, or that were given up', {
    run: async ({ needs }) => (await showMail(await needs())).trouble,
    text: tableOf<Awaited<ReturnType<typeof showMail>>['trouble'][number]>({
      number: 'id',
      letter: 'kind',
      state: 'state',
      answer: ({ fault }) => fault ?? '',
      order: ({ checkoutSessionId }) => checkoutSessionId ?? '',
      ended: 'endedAt',
      'can be sent again': ({ kind, mayRetry }) =>
        mayRetry ? 'yes' : kind === 'gift' ? "no: its giver writes another on the order's page" : 'no',
    }),
  }),
  command('retry <number>', "send one of them again, to its order's address as it is now", {
    options: { reason },
    run: async ({ needs }, { number, reason }) => retryLetter(await needs(), wholeNumber(number), reason),
    text: () => 'It is in the outbox again.\n',
  }),
);
