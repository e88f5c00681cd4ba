// Letters that are not about one order.

import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { closing, type Desk, type Letter, link, list, paragraph } from './letter.ts';

/** The owner's account was deleted. */
export const accountDeleted = (desk: Desk): Letter => ({
  subject: 'Your account is deleted',
  parts: [
    paragraph(
      'As you wished, your account is deleted, and with it what we held about it. What it had unlocked is locked again.',
    ),
    paragraph(
      'We keep the record of your payments for seven years, because the law on bookkeeping asks for it, and use it for nothing else.',
    ),
    paragraph('This is the last mail about it. If you did not wish this, write to us at once.'),
    ...closing(desk),
  ],
});

const inWords = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Open tasks of the operator. */
export interface Waiting {
  /** Open questions about orders, by their reason. */
  questions: readonly { reason: string; orders: number }[];
  /** Letters that were refused by their address, and letters that were given up. */
  refused: number;
  dead: number;
}

/** The operator's daily summary, when there is something to do. Only numbers, because others may see the mail. */
export const dailySummary = ({ questions, refused, dead }: Waiting, desk: Desk): Letter => ({
  subject: `Waiting at ${site.name}: ${inWords(
    questions.reduce((sum, { orders }) => sum + orders, 0),
    'question',
  )}, ${inWords(refused + dead, 'letter')}`,
  parts: [
    paragraph('This waits for you at the shop:'),
    list([
      ...questions.map(({ reason, orders }) => `${orders} × ${reason.replaceAll('_', ' ')}`),
      ...(refused > 0 ? [`${inWords(refused, 'letter')} to an address that takes no mail`] : []),
      ...(dead > 0 ? [`${inWords(dead, 'letter')} given up after days of trying`] : []),
    ]),
    link('The operator\u2019s page', `${desk.publicUrl}${paths.operator()}`),
    paragraph('On the command line: "orders attention" and "letters trouble".'),
  ],
});
