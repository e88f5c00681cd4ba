import type Stripe from 'stripe';
import { site } from '#shared/site.ts';
import type { Inbox } from '../inbox.ts';
import { money } from './pay-page.ts';
import type { SessionRecord } from './records.ts';

/**
 * Mails the receipt of a payment, as Stripe does when `receipt_email` or the account's setting asks for it: here the
 * setting counts as on.
 */
export function sendReceipt(
  inbox: Inbox,
  { session, lines }: SessionRecord,
  intent: Stripe.PaymentIntent,
): void {
  const to = intent.receipt_email ?? session.customer_details?.email;
  if (!to) return;
  const items = lines.map((line) => `${line.description}: ${money(line.amount_total, line.currency)}`);
  const total = money(intent.amount_received, intent.currency);
  inbox.deliver({
    to,
    from: 'payments',
    subject: `Your receipt from ${site.name}`,
    text: [
      `You paid ${total} to ${site.name}.`,
      '',
      ...items,
      `Total: ${total}`,
      '',
      'This was a test payment: nothing was charged.',
    ].join('\n'),
  });
}
