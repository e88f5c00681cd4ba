import { describe, expect, it } from 'vitest';
import { deskAt, orderOf, said, unopened } from '#tests/support/letter-words.ts';
import { noon } from '#tests/support/small-shop.ts';
import { accountDeleted, newDevice } from './account-letters.ts';
import { giftLetter, giftUndelivered } from './gift-letter.ts';
import { closing } from './letter.ts';
import { dailySummary } from './operator-letters.ts';

const desk = deskAt(noon);

it('Every letter ends with whom to ask, who writes, and from where', () => {
  expect(said({ parts: closing(desk) })).toEqual([
    'Questions: write to support@example.com, or answer this mail.',
    'Black Ether, a shop of Black Ether Audio AB. https://shop.example.org',
  ]);
});

describe('the letter of a gift', () => {
  const url = 'https://shop.example.org/open/token';
  const letterOf = (over: Partial<typeof unopened> = {}, now = noon, products = ['fod']) =>
    giftLetter(orderOf(products, { gift: { ...unopened, ...over } }), url, deskAt(now));

  it('names the giver and quotes the card', () => {
    const letter = letterOf({ sender: 'Anna', message: 'Mind the\nthird step.' });
    expect(letter.subject).toBe('Anna has given you an adventure');
    expect(said(letter).slice(0, 5)).toEqual([
      'Anna has given you this. It is played with your ears, on your phone.',
      'Lone Wolf The Fortress of Death',
      'With these words:',
      'Mind the\nthird step.',
      `Open your gift: ${url}`,
    ]);
    expect(letter.parts).toContainEqual({ kind: 'quote', text: 'Mind the\nthird step.' });
  });

  it('is from somebody, without words, where the card has none', () => {
    const letter = letterOf();
    expect(letter.subject).toBe('Somebody has given you an adventure');
    expect(said(letter).slice(0, 3)).toEqual([
      'Somebody has given you this. It is played with your ears, on your phone.',
      'Lone Wolf The Fortress of Death',
      `Open your gift: ${url}`,
    ]);
  });

  it('says when it opens, and promises no letter on that day: the shop does not know who will have it', () => {
    const lines = said(letterOf({}, new Date('2025-07-01T12:00:00Z'), ['coc_aatt']));
    expect(lines).toContain('Call of Cthulhu: Alone Against the Tide (Pre-Order) opens on 1 August 2025.');
  });

  it('says how to open it, and within what time', () => {
    expect(said(letterOf()).slice(3, 7)).toEqual([
      'How it works',
      'Open the link, within a year. It shows what is in it, and uses nothing up.',
      expect.stringMatching(/^Log in there, or create an account with any address of yours\. From then on/),
      expect.stringMatching(/put your headphones on: https:\/\/shop\.example\.org\/download$/),
    ]);
  });

  it('reveals neither price, nor order, nor the buyer’s address', () => {
    expect(said(letterOf({ sender: 'Anna' })).join('\n')).not.toMatch(/SEK|cs_1|anna@/);
  });
});

describe('the letter to the giver of a gift that did not arrive', () => {
  const letterOf = (accountId: string | null) =>
    said(giftUndelivered(orderOf(['fod'], { gift: unopened }, { accountId }), 'bo@example.com', desk));

  it('leads to the page with the card, and says where that page knows the giver: a browser only for a while', () => {
    expect(letterOf(null)).toEqual(
      expect.arrayContaining([
        'Your gift: https://shop.example.org/shop/order?id=cs_1',
        'The page knows you for 30 days in the browser in which you paid. After that, or in any other, log in with an account for anna@example.com first; it lists your orders.',
      ]),
    );
    expect(letterOf('sub-anna').join('\n')).toContain('log in with the account that you paid with first');
  });

  it('names the address masked: that of the order may be a stranger’s', () => {
    expect(letterOf(null)[0]).toMatch(
      /^We could not deliver the letter with your gift to b•••@example\.com\./,
    );
    expect(letterOf(null).join('\n')).not.toContain('bo@example.com');
  });

  it('speaks of no address where that was erased, and of no slip in it', () => {
    const words = said(giftUndelivered(orderOf(['fod'], { gift: unopened }), null, desk));
    expect(words.slice(0, 3)).toEqual([
      'We could not deliver the letter with your gift.',
      'Lone Wolf The Fortress of Death',
      'Nothing is lost, and nobody has opened it. On the page of your order you can write its card anew, for another address or to print, or pass the link of the gift on.',
    ]);
  });
});

describe('the letter about a sign-in on a new device', () => {
  const letter = newDevice('Firefox on Android', new Date('2026-03-02T12:34:56Z'), desk);

  it('says which and when, to the minute', () => {
    expect(said(letter)[0]).toMatch(
      /^Somebody signed in to your account at Black Ether: Firefox on Android, on 2 March 2026 at 13:34, Swedish time\./,
    );
  });

  it('leads to a new password and to the account', () => {
    expect(said(letter)).toEqual(
      expect.arrayContaining([
        'Choose a new password: https://shop.example.org/account/forgot-password',
        'Your account: https://shop.example.org/account',
      ]),
    );
  });
});

describe('the last letter to whoever was erased', () => {
  it('is about the account', () => {
    const letter = accountDeleted(desk, true);
    expect(letter.subject).toBe('Your account is deleted');
    expect(said(letter)[0]).toMatch(/^As you wished, your account is deleted, .* is locked again\.$/);
  });

  it('is about what was held, where there was no account', () => {
    const letter = accountDeleted(desk, false);
    expect(letter.subject).toBe('Your data is deleted');
    expect(said(letter)[0]).toBe(
      'As you wished, what we held about this address is deleted. What waited here for an account with it is locked again, and a gift for you goes back to whoever gave it.',
    );
  });

  it('says what is kept, for how long and why, also to whoever bought nothing, and what may still be written', () => {
    for (const had of [true, false])
      expect(said(accountDeleted(desk, had)).slice(1, 3)).toEqual([
        'If you bought something, we keep the record of it until seven years after the end of that year, because the law on bookkeeping asks for it.',
        'This is the last mail about it, unless money of yours moves. If you did not wish this, write to us at once.',
      ]);
  });
});

describe('the operator’s daily summary', () => {
  it('counts the questions by their reasons, and the letters by what became of them', () => {
    const questions = [
      { reason: 'paid_twice', orders: 2 },
      { reason: 'dispute_needs_response', orders: 1 },
    ];
    const letter = dailySummary({ questions, refused: 1, dead: 2, putOff: 4 }, desk);
    expect(letter.subject).toBe('Waiting at Black Ether: 3 questions, 7 letters');
    expect(said(letter)).toEqual([
      'This waits for you at the shop:',
      '2 × paid twice',
      '1 × dispute needs response',
      '1 letter to an address that takes no mail',
      '2 letters given up after days of trying',
      '4 letters put off by the mail service ("doctor" says why)',
      'The operator’s page: https://shop.example.org/operator',
      'On the command line: "orders attention" and "letters trouble".',
    ]);
  });

  it.each([
    [
      { questions: [{ reason: 'paid_twice', orders: 1 }], refused: 0, dead: 0, putOff: 0 },
      '1 question, 0 letters',
      4,
    ],
    [{ questions: [], refused: 0, dead: 1, putOff: 0 }, '0 questions, 1 letter', 4],
    [{ questions: [], refused: 0, dead: 0, putOff: 1 }, '0 questions, 1 letter', 4],
  ])('says nothing of what there is none of', (waiting, counts, lines) => {
    const letter = dailySummary(waiting, desk);
    expect(letter.subject).toBe(`Waiting at Black Ether: ${counts}`);
    expect(said(letter)).toHaveLength(lines);
  });
});
