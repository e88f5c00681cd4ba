import type { ResyncFindings } from './api/operator-orders.ts';

const unpaid: Readonly<Record<string, string>> = {
  open: 'Not paid: its payment page is still open. A card that was declined leaves it so.',
  processing:
    'Not paid yet: the buyer has done their part, and the money is on its way. It is unlocked by itself when it is here.',
  failed: 'Not paid: the buyer had done their part, and then the payment failed.',
  expired: 'Not paid: its payment page closed before anything was paid.',
};

/** The result in words, for operators. */
export function resyncText({ outcome, news, status = '' }: ResyncFindings): string {
  const more =
    news === 0 ? '' : ` ${news} ${news === 1 ? 'refund or dispute was' : 'refunds or disputes were'} new.`;
  switch (outcome) {
    case 'fulfilled':
      return `It is paid, and is recorded and unlocked now.${more}`;
    case 'already_fulfilled':
      return news === 0
        ? 'The payment provider says nothing new: it is paid, and was recorded.'
        : more.trim();
    case 'not_paid':
      return unpaid[status] ?? 'Not paid.';
    case 'no_email':
      return 'It is paid, and names no address: look at it in the dashboard of the payment provider.';
    default:
      return 'It holds no product of this shop.';
  }
}
