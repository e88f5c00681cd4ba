// The commands `letters …`: e-mail of the shop that was not delivered.

import { InvalidArgumentError } from 'commander';
import { retryLetter, retryLetters, showMail } from '#server/operating/letters.ts';
import { command, group, option, reason } from '../command.ts';
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
  command('retry [number]', "send one of them again, or all since a day, to their orders' addresses of now", {
    options: { since: option('<day>', 'all that did not arrive on this day or later'), reason },
    async run({ needs }, { number, since, reason }) {
      if ((number === undefined) === (since === undefined))
        throw new InvalidArgumentError('Name one thing: the number of a letter, or --since.');
      if (since !== undefined) return retryLetters(await needs(), since, reason);
      return retryLetter(await needs(), wholeNumber(number ?? ''), reason);
    },
    text: (done) =>
      'letters' in done
        ? `${done.letters} ${done.letters === 1 ? 'is' : 'are'} in the outbox again.\n`
        : 'It is in the outbox again.\n',
  }),
);
