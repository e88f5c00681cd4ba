// Letters to the operator.

import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { type Desk, type Letter, link, list } from './letter.ts';

const inWords = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Open tasks of the operator. */
interface Waiting {
  /** Open questions about orders, by their reason. */
  questions: readonly { reason: string; orders: number }[];
  /** Letters that were refused by their address, and letters that were given up. */
  refused: number;
  dead: number;
  /** Letters that the mail service puts off. */
  putOff: number;
}

/** The operator's daily summary, when there is something to do. Only numbers, because others may see the mail. */
export const dailySummary = ({ questions, refused, dead, putOff }: Waiting, desk: Desk): Letter => ({
  subject: `Waiting at ${site.name}: ${inWords(
    questions.reduce((sum, { orders }) => sum + orders, 0),
    'question',
  )}, ${inWords(refused + dead + putOff, 'letter')}`,
  parts: [
    'This waits for you at the shop:',
    list([
      ...questions.map(({ reason, orders }) => `${orders} × ${reason.replaceAll('_', ' ')}`),
      ...(refused > 0 ? [`${inWords(refused, 'letter')} to an address that takes no mail`] : []),
      ...(dead > 0 ? [`${inWords(dead, 'letter')} given up after days of trying`] : []),
      ...(putOff > 0 ? [`${inWords(putOff, 'letter')} put off by the mail service ("doctor" says why)`] : []),
    ]),
    link('The operator\u2019s page', `${desk.publicUrl}${paths.operator()}`),
    'On the command line: "orders attention" and "letters trouble".',
  ],
});
