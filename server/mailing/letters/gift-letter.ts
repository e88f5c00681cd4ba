// The letter to the recipient of a gift, and the one to its giver when that does not arrive.

import { maskEmail } from '#server/buying/order-status.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
import { paths } from '#shared/routes.ts';
import { closing, type Desk, heading, type Letter, link, list, quote, steps } from './letter.ts';
import { openings, titleOf, titlesIn, toTheCard } from './order-parts.ts';

/**
 * The letter to the recipient of a gift. It reveals nothing of the order: no price, no number, no address of the buyer.
 * @param claimUrl the gift's claim link
 */
export function giftLetter(order: RecordedOrder, claimUrl: string, desk: Desk): Letter {
  const { sender = null, message = null } = order.gift ?? {};
  return {
    subject: sender === null ? 'Somebody has given you an adventure' : `${sender} has given you an adventure`,
    parts: [
      `${sender ?? 'Somebody'} has given you this. It is played with your ears, on your phone.`,
      list(order.purchase.lines.map(({ productId }) => titleOf(productId))),
      ...openings(order, desk.now, false),
      ...(message === null ? [] : ['With these words:', quote(message)]),
      link('Open your gift', claimUrl),
      heading('How it works'),
      steps([
        'Open the link, within a year. It shows what is in it, and uses nothing up.',
        'Log in there, or create an account with any address of yours. From then on the gift is yours, and the link is used.',
        `Get our free app on your phone, log in with the same account, and put your headphones on: ${desk.publicUrl}${paths.download()}`,
      ]),
      'Do you have it already, or is it not for you? Pass this letter on: it belongs to whoever first puts it on an account.',
      'We were given your address for this gift. We write to you about nothing else, and you need not do anything if you do not want it.',
      ...closing(desk),
    ],
  };
}

/**
 * To the giver, when the letter of a gift did not arrive.
 * @param recipient where it was to go; masked in the letter, because the address of the order may be mistyped. `null` when the
 * address was erased, of which the letter says nothing: it is the recipient's affair
 */
export function giftUndelivered(order: RecordedOrder, recipient: string | null, desk: Desk): Letter {
  const { lines } = order.purchase;
  const [what, ways] =
    recipient === null
      ? ['', 'write its card anew, for another address or to print,']
      : [
          ` to ${maskEmail(recipient)}. There may be a slip in the address`,
          'read the whole address and name another one, print the card,',
        ];
  return {
    subject: `Your gift did not arrive: ${titlesIn(lines)}`,
    parts: [
      `We could not deliver the letter with your gift${what}.`,
      list(lines.map(({ productId }) => titleOf(productId))),
      `Nothing is lost, and nobody has opened it. On the page of your order you can ${ways} or pass the link of the gift on.`,
      ...toTheCard('Your gift', order, desk),
      ...closing(desk),
    ],
  };
}
