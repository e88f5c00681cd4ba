import { describe, expect, it } from 'vitest';
import {
  deskAt,
  grantOf,
  linesOf,
  orderOf,
  said,
  unopened,
  withdrawnFrom,
} from '#tests/support/letter-words.ts';
import { noon, refundOf } from '#tests/support/small-shop.ts';
import {
  howToGive,
  howToPlay,
  invoice,
  openings,
  titleOf,
  titlesOf,
  whatWasBought,
  whatWentBack,
} from './order-parts.ts';

const fod = 'Lone Wolf The Fortress of Death';
const fist = "Steve Jackson's F.I.S.T.";
const coc = 'Call of Cthulhu: Alone Against the Tide (Pre-Order)';
/** Ahead of the release of Call of Cthulhu on 1 August 2025. */
const ahead = new Date('2025-07-01T12:00:00Z');

describe('what was bought', () => {
  const bought = (...order: Parameters<typeof orderOf>) => said({ parts: whatWasBought(orderOf(...order)) });

  it('names products with their prices, the sum, the moment in Swedish time, the order and its address', () => {
    expect(bought(['fod', 'coc_aatt'])).toEqual([
      'What you bought',
      `${fod}: 250 SEK`,
      `${coc}: 250 SEK`,
      'Paid: 500 SEK, VAT included',
      'When: 2 March 2026 at 13:00, Swedish time',
      'Order number: cs_1',
      'Recorded for: anna@example.com',
    ]);
  });

  it.each([
    ['by its lines and rates', 'SE', 250_000, 5000, '50 SEK VAT (25%)'],
    ['as none, where none is due', 'NO', 0, 0, 'no VAT'],
  ])('says the VAT %s', (_name, country, ratePpm, ore, words) => {
    const lines = linesOf('fod').map((line) => ({ ...line, vat: { ore, ratePpm, country } }));
    expect(bought(['fod'], {}, { lines, vatOre: ore, country })).toEqual(
      expect.arrayContaining([`${fod}: 250 SEK, including ${words}`, `Paid: 250 SEK, including ${words}`]),
    );
  });

  it('says what was paid in the buyer’s own currency', () => {
    expect(bought(['fod'], {}, { paidAmount: 2190, paidCurrency: 'eur' })).toContain(
      'Paid: 21.90 EUR (250 SEK), VAT included',
    );
  });
});

describe('a title', () => {
  it('says that it was sold ahead, and is the id of what left the catalogue', () => {
    expect([titleOf('fod'), titleOf('coc_aatt'), titleOf('gone')]).toEqual([fod, coc, 'gone']);
  });

  it('of several is one list', () => {
    expect(titlesOf([])).toBe('');
    expect(titlesOf(['fod'])).toBe(fod);
    expect(titlesOf(['fod', 'fist'])).toBe(`${fod} and ${fist}`);
    expect(titlesOf(['fod', 'fist', 'coc_aatt'])).toBe(`${fod}, ${fist} and ${coc}`);
  });
});

describe('what went back meanwhile', () => {
  const back = (...order: Parameters<typeof orderOf>) => said({ parts: whatWentBack(orderOf(...order)) });
  const named = (...productIds: string[]) => [refundOf({ amountOre: 25_000, productIds })];

  it('is nothing of an order that is whole, also when a part of its money went back', () => {
    expect(back(['fod', 'fist'])).toEqual([]);
    expect(back(['fod', 'fist'], { refunds: named() })).toEqual([]);
  });

  it('is told of a refund and of a withdrawal apart, each product once', () => {
    const withdrawal = withdrawnFrom('fod', 'coc_aatt');
    expect(back(['fod', 'fist', 'coc_aatt'], { refunds: named('coc_aatt'), withdrawal })).toEqual([
      `The money for this went back to you: ${coc}.`,
      `You have withdrawn from the contract for this, and its money comes back to you: ${fod}.`,
    ]);
  });

  it('ends with one full stop, also after a title that ends with one', () => {
    expect(back(['fod', 'fist'], { refunds: named('fist') })).toEqual([
      `The money for this went back to you: ${fist}`,
    ]);
    expect(back(['fod', 'fist'], { withdrawal: withdrawnFrom('fist') })).toEqual([
      `You have withdrawn from the contract for this, and its money comes back to you: ${fist}`,
    ]);
  });
});

describe('the day on which something opens', () => {
  const opening = (now: Date, weWrite: boolean, ...order: Parameters<typeof orderOf>) =>
    said({ parts: openings(orderOf(...order), now, weWrite) });

  it('is told until that day in Stockholm, with the promise of a letter to whoever gets one', () => {
    const last = new Date('2025-07-31T21:59:59Z');
    expect(opening(last, true, ['fod', 'coc_aatt'])).toEqual([
      `${coc} opens on 1 August 2025. We write to you on that day.`,
    ]);
    expect(opening(last, false, ['fod', 'coc_aatt'])).toEqual([`${coc} opens on 1 August 2025.`]);
    expect(opening(new Date('2025-07-31T22:00:00Z'), true, ['fod', 'coc_aatt'])).toEqual([]);
  });

  it('is told of nothing that went back', () => {
    expect(opening(ahead, true, ['coc_aatt'], { withdrawal: withdrawnFrom('coc_aatt') })).toEqual([]);
  });

  it('is that of what the order contains, not of what the catalogue added since', () => {
    expect(opening(ahead, true, ['coc_aatt'], { grants: [grantOf('fod')] })).not.toContainEqual(
      expect.stringContaining('28 March'),
    );
  });
});

describe('how to play', () => {
  const play = (claimUrl: string | null, now: Date, ...order: Parameters<typeof orderOf>) =>
    said({ parts: howToPlay(orderOf(...order), deskAt(now, { claimUrl })) });
  const download = 'Download our free app on your phone: https://shop.example.org/download';

  it('by the link of the order, or by logging in with its address', () => {
    const url = 'https://shop.example.org/open/token';
    expect(play(url, noon, ['fod'])).toEqual([
      'How to play',
      `On your phone, open it in the app: ${url}`,
      expect.stringMatching(
        /whichever address that has\. It works once, for 30 days, for whoever first puts it on an account: keep it to yourself\. Or:$/,
      ),
      download,
      'Log in there with this email address: anna@example.com. If you have no account yet, create one with it.',
      'Put your headphones on. What you bought is in the app.',
    ]);
  });

  it('without a link where there is none, and with the account that the order is on', () => {
    expect(play(null, noon, ['fod'], {}, { accountId: 'sub-bo' })).toEqual([
      'How to play',
      download,
      'Log in there with the account that your order is on. Its email address need not be anna@example.com.',
      'Put your headphones on. What you bought is in the app.',
    ]);
  });

  it('each from its day, where some of what is kept is still to come', () => {
    const last = (...order: Parameters<typeof orderOf>) => play(null, ahead, ...order).at(-1);
    const fromItsDay =
      'Put your headphones on. What you bought is in the app, each from the day on which it opens.';
    expect(last(['fod', 'coc_aatt'])).toBe(fromItsDay);
    expect(last(['fod', 'coc_aatt'], { withdrawal: withdrawnFrom('coc_aatt') })).toBe(
      'Put your headphones on. What you bought is in the app.',
    );
  });
});

describe('how to give a gift', () => {
  const give = (openedAt: Date | null) =>
    said({ parts: howToGive(orderOf(['fod']), { ...unopened, openedAt }, deskAt(noon)) });

  it('says that it waits for whoever takes it, and which browser and account know the order', () => {
    expect(give(null)).toEqual([
      'How to give it',
      expect.stringMatching(
        /^It is on nobody’s account: it waits for whoever first puts it on an account with its link\. .* on neither\.$/,
      ),
      'Write the card: https://shop.example.org/shop/order?id=cs_1',
      'The page knows you for 30 days in the browser in which you paid. After that, or in any other, log in with an account for anna@example.com first; it lists your orders.',
      'Your account: https://shop.example.org/account',
    ]);
  });

  it('says that somebody has opened it, and on which day in Stockholm', () => {
    expect(give(new Date('2026-03-02T23:30:00Z'))).toEqual([
      'It is a gift, and somebody opened it on 3 March 2026.',
    ]);
  });
});

describe('the invoice', () => {
  const told = (invoiceId: string | null, url: unknown) =>
    said({ parts: invoice(orderOf(['fod'], {}, { invoiceId }), url) });

  it('is not spoken of where there is none', () => {
    expect(told(null, 'https://invoice.example.com/i')).toEqual([]);
  });

  it('is behind its own address as long as that is known, for 30 days', () => {
    expect(told('in_1', 'https://invoice.example.com/i')).toEqual([
      'Your invoice: https://invoice.example.com/i',
      'Keep the invoice itself: this link works for 30 days, and whoever has it can read it.',
    ]);
  });

  it('is on the page of the order after that', () => {
    expect(told('in_1', undefined)).toEqual([
      'Your invoice: open the page of your order, in the browser you paid with or logged in.',
    ]);
  });
});
