import { expect, it } from 'vitest';
import type { ResyncFindings } from './api/operator-orders.ts';
import { resyncText } from './resync-words.ts';

it.each<[ResyncFindings, string]>([
  [{ outcome: 'fulfilled', news: 0 }, 'It is paid, and is recorded and unlocked now.'],
  [{ outcome: 'fulfilled', news: 1 }, 'unlocked now. 1 refund or dispute was new.'],
  [{ outcome: 'already_fulfilled', news: 0 }, 'nothing new'],
  [{ outcome: 'already_fulfilled', news: 2 }, '2 refunds or disputes were new.'],
  [{ outcome: 'not_paid', news: 0, status: 'open' }, 'page is still open'],
  [{ outcome: 'not_paid', news: 0, status: 'processing' }, 'the money is on its way'],
  [{ outcome: 'not_paid', news: 0, status: 'failed' }, 'the payment failed'],
  [{ outcome: 'not_paid', news: 0, status: 'expired' }, 'closed before anything was paid'],
  [{ outcome: 'not_paid', news: 0 }, 'Not paid.'],
  [{ outcome: 'no_email', news: 0 }, 'names no address'],
  [{ outcome: 'not_ours', news: 0 }, 'no product of this shop'],
])('Operators read what the payment provider says of an order: %j', (found, words) => {
  expect(resyncText(found)).toContain(words);
});
