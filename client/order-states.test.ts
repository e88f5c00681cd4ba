import { expect, test } from 'vitest';
import { orderStatusText } from '#client/screens/account/order-words.ts';
import type { OrderState } from '#client/screens/checkout/order-polling.ts';
import { orderWords } from '#client/screens/checkout/order-words.ts';
import type { GiftCard, Order, OrderStatus } from '#shared/api/orders.ts';
import { fillFacts } from '#shared/fill-facts.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';

/** When an order is in this state. A new one does not compile without its line here. */
const meanings: Record<OrderStatus, string> = {
  paid: 'The money is here.',
  processing: 'The buyer has done their part; the money is on its way (bank debits and the like).',
  open: 'The payment page is still open. A card that was declined leaves it open.',
  failed: 'The buyer had done their part, and then the payment failed.',
  expired: 'The payment page closed unpaid.',
  partly_refunded: 'A part was given back; what was not given back by name stays unlocked.',
  refunded: 'All of it was given back.',
  disputed: "The buyer's bank looks into the payment.",
  reversed: 'The bank gave the money back after a dispute.',
};
const withoutOrder = {
  asking: 'The page has just been opened.',
  unknown: 'There is no order of this id, or the address names none.',
  unreachable: 'The shop, or the payment service behind it, has not answered yet.',
} as const;

const order = (status: OrderStatus): Order => ({
  status,
  products: [{ id: 'fist', title: "Steve Jackson's F.I.S.T." }],
  email: 'a•••@example.com',
  totalOre: 25_000,
  currency: 'sek',
  ...(status === 'partly_refunded' && { refundedOre: 10_000 }),
  ...(status === 'refunded' && { refundedOre: 25_000 }),
});

const forItsBuyer = { email: 'anna@example.com', yours: true };
/** A gift's card that is not written yet. */
const card: GiftCard = {
  ...{ recipient: null, sendOn: null, sender: null, message: null, letter: null },
  ...{ lettersLeft: 5, lettersWritten: 0 },
};

/** States that need more than their status to be described. */
const variants: Record<string, { meaning: string; order: Order }> = {
  'open, for its buyer': {
    meaning: 'The same, in the browser that opened the payment page or for the signed-in owner.',
    order: { ...order('open'), ...forItsBuyer, paymentPage: 'https://pay.example.com/1' },
  },
  'expired, for its buyer': {
    meaning:
      'The same, for its buyer, within 30 days, while all of it is sold at that price and under those terms: the payment service opens it again.',
    order: { ...order('expired'), ...forItsBuyer, paymentPage: 'https://pay.example.com/again' },
  },
  'expired, replaced': {
    meaning: 'The same buyer opened a newer payment page for some of the same, and this one was closed.',
    order: { ...order('expired'), replaced: true },
  },
  'paid, for its buyer': {
    meaning: 'The money is here, and the order is on no account: a wrong address is corrected on the spot.',
    order: { ...order('paid'), ...forItsBuyer, mayCorrectAddress: true },
  },
  'paid, on the account of who looks': {
    meaning: 'The money is here, and the order is on the account that is signed in.',
    order: { ...order('paid'), ...forItsBuyer, onAccount: 'yours' },
  },
  'paid, on an account': {
    meaning:
      'The money is here, and the order is on an account: it was bought signed in, its link was opened, or its address logged in.',
    order: { ...order('paid'), onAccount: 'another' },
  },
  'paid, twice': {
    meaning:
      'The money is here, and all of it was paid for by another order that counts as well: one on an account, or else an earlier one.',
    order: {
      ...order('paid'),
      paidBefore: { at: '2025-08-31T12:00:00.000Z' },
      withdrawal: { receivedAt: null },
    },
  },
  'paid, withdrawn': {
    meaning: 'The buyer has withdrawn, and the money is on its way back.',
    order: { ...order('paid'), withdrawal: { receivedAt: '2025-08-31T12:00:00.000Z' } },
  },
  'paid, withdrawn in part': {
    meaning: 'The buyer has withdrawn from what is not out yet, and keeps what is.',
    order: { ...order('paid'), withdrawal: { receivedAt: '2025-08-31T12:00:00.000Z', keepsSome: true } },
  },
  'paid, twice, withdrawn': {
    meaning: 'The buyer has withdrawn from the one of the two that is not needed.',
    order: {
      ...order('paid'),
      paidBefore: { at: '2025-08-31T12:00:00.000Z' },
      withdrawal: { receivedAt: '2025-08-31T12:00:00.000Z' },
    },
  },
  'partly_refunded, withdrawn': {
    meaning: 'The buyer has withdrawn, and a part of the money went back so far.',
    order: { ...order('partly_refunded'), withdrawal: { receivedAt: '2025-08-31T12:00:00.000Z' } },
  },
  'partly_refunded, withdrawn in part': {
    meaning: 'What the buyer has withdrawn from was given back by name.',
    order: {
      ...order('partly_refunded'),
      withdrawal: { receivedAt: '2025-08-31T12:00:00.000Z', keepsSome: true, paidBack: true },
    },
  },
  'refunded, a gift': {
    meaning: 'The money of a gift was given back.',
    order: { ...order('refunded'), ...forItsBuyer, gift: { openedAt: null } },
  },
  'paid, and ended': {
    meaning: 'The money is here, and the unlocks went with their account, or the shop took them.',
    order: { ...order('paid'), ended: true },
  },
  'paid, and confirmed': {
    meaning: 'The money is here, and the shop has a mail service that took the confirmation.',
    order: { ...order('paid'), confirmation: 'sent' },
  },
  'paid, confirmation on its way': {
    meaning: 'The same, and the mail service has not taken the confirmation yet.',
    order: { ...order('paid'), confirmation: 'waiting' },
  },
  'paid, confirmation not delivered': {
    meaning: 'The same, and the mail service refused the address, or put the letter off for four days.',
    order: { ...order('paid'), confirmation: 'undelivered' },
  },
  'paid, for its buyer, confirmation not delivered': {
    meaning: 'The same, where its buyer can correct the address.',
    order: { ...order('paid'), ...forItsBuyer, mayCorrectAddress: true, confirmation: 'undelivered' },
  },
  'paid, VAT reckoned': {
    meaning: 'The money is here, and Stripe Tax has reckoned the VAT within the price.',
    order: { ...order('paid'), vat: [{ rate: 25, vatOre: 5000 }] },
  },
  'paid, a gift': {
    meaning: 'The money is here. Nobody has opened it, and who looks is not known as its buyer.',
    order: { ...order('paid'), gift: { openedAt: null } },
  },
  'paid, a gift, for its buyer': {
    meaning: 'The money is here. Its buyer writes the card below, while nobody has opened it.',
    order: { ...order('paid'), ...forItsBuyer, gift: { openedAt: null, card } },
  },
  'paid, a gift whose letter did not arrive': {
    meaning: 'The same, and the address that its buyer gave takes no mail.',
    order: {
      ...{ ...order('paid'), ...forItsBuyer },
      gift: { openedAt: null, card: { ...card, recipient: 'bo@example.com', letter: 'undelivered' } },
    },
  },
  'paid, a gift that was opened': {
    meaning: 'Somebody has it on their account; who, the buyer is not told.',
    order: { ...order('paid'), ...forItsBuyer, gift: { openedAt: '2025-09-10T12:00:00.000Z' } },
  },
  'processing, a gift': {
    meaning: 'The same, for what is given away.',
    order: { ...order('processing'), gift: { openedAt: null } },
  },
  'paid, in another currency': {
    meaning: "The money is here; the payment page charged the buyer's own currency (adaptive pricing).",
    order: { ...order('paid'), charged: { amount: 2190, currency: 'eur' } },
  },
};

const inTheAccount = (told: Order): string =>
  orderStatusText({
    ...told,
    id: 'cs_test_1',
    email: 'anna@example.com',
    paidAt: '2025-09-01T12:00:00.000Z',
  });

function row(name: string, meaning: string, state: OrderState, account: string): string {
  const { heading, title, sentences, offers, inTheApp, cart } = orderWords(state, '2025-09-01');
  const cells = [
    `\`${name}\``,
    meaning,
    heading,
    `**${title}**${sentences.map((sentence) => `<br>${sentence}`).join('')}`,
    offers.join(', ') || '—',
    inTheApp,
    cart,
    account,
  ];
  return `| ${cells.join(' | ')} |`;
}

const table = [
  '| State | When | Heading of the page after paying | What the buyer reads | What they can do there | What they bought, in the app | The cart, on the page after paying | On the account page |',
  '|---|---|---|---|---|---|---|---|',
  ...Object.entries(withoutOrder).map(([kind, meaning]) =>
    row(kind, meaning, { kind: kind as keyof typeof withoutOrder }, '—'),
  ),
  ...(Object.keys(meanings) as OrderStatus[]).map((status) =>
    row(
      status,
      meanings[status],
      { kind: 'known', order: order(status), stillAsking: false },
      inTheAccount(order(status)),
    ),
  ),
  ...Object.entries(variants).map(([name, { meaning, order: told }]) =>
    row(name, meaning, { kind: 'known', order: told, stillAsking: false }, inTheAccount(told)),
  ),
].join('\n');

const document = `# The states of an order

What a buyer reads of an order on the page after paying (\`/shop/success\`), on the order's own page (\`/shop/order\`) and in the
list of the account page. The example is one product of 250 SEK, bought for \`anna@example.com\`.

This page is written by \`client/order-states.test.ts\` from the code that shows the words
(\`client/screens/checkout/order-words.ts\` and \`client/screens/account/order-words.ts\`); the test fails when the two differ, and
\`npx vitest run client/order-states.test.ts -u\` writes it again.

${table}

- Titles are followed by the products of the order: "(Pre-Order)" where they were sold ahead, "(given back)" where they were
  refunded by name. A product that is not out yet says when it opens.
- \`processing\` and \`open\` are asked again for about four minutes, with growing pauses; only then the page offers to ask again.
  An answer that is lost meanwhile takes nothing back of what the page knows. Every known state and \`unreachable\` are asked once more
  when the buyer comes back to the page, and when the browser is online again.
- The page after paying is headed "Order Completed" as well when its address names no order.
- What was bought leaves the cart once for each checkout, and comes back if the payment fails after all. The page of a cancelled payment,
  which shows an order that was paid all the same, takes it out too; the order's own page never touches the cart. An address without an order (\`/shop/success\` alone) clears it, as the specification says.
- The buyer is the browser that opened the payment page, known for 30 days by its cookie, or the signed-in owner; not another account that
  signs in there. Whoever else has the link sees the address masked, and no way to the payment page.
- An order that can be withdrawn from, or was, says so below all of this; one that was paid for twice says so first.
`;

test('docs/order-states.md says what buyers read, in every state an order can be in', async () => {
  await expect(fillFacts(document, exampleFacts, String)).toMatchFileSnapshot('../docs/order-states.md');
});

test('Every state says what happened in words of its own, and none but a paid one promises what waits', () => {
  const states: OrderState[] = [
    ...(['asking', 'unknown', 'unreachable'] as const).map((kind) => ({ kind })),
    ...(Object.keys(meanings) as OrderStatus[]).map((status) => ({
      kind: 'known' as const,
      order: order(status),
      stillAsking: false,
    })),
    ...Object.values(variants).map((variant) => ({
      kind: 'known' as const,
      order: variant.order,
      stillAsking: false,
    })),
  ];
  const words = states.map((state) => orderWords(state, '2025-09-01'));
  expect(new Set(words.map(({ title, sentences }) => title + sentences.join(' '))).size).toBe(states.length);
  const titles = words.slice(0, states.length - Object.keys(variants).length).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const waits = states.filter((_, index) => words[index]?.inTheApp === 'waits');
  expect(waits.map((state) => (state.kind === 'known' ? state.order.status : state.kind))).toEqual([
    'paid',
    'partly_refunded',
    ...Object.values(variants).flatMap(({ order: { status, withdrawal, gift, ended } }) =>
      holdsMoney(status) && (!withdrawal?.receivedAt || withdrawal.keepsSome) && !gift && !ended
        ? [status]
        : [],
    ),
  ]);
  // "Order Completed" promises that nothing more is to be done.
  const completed = states.filter((_, index) => words[index]?.heading === 'Order Completed');
  expect(completed.flatMap((state) => (state.kind === 'known' ? [state.order] : []))).toEqual(
    states.flatMap((state) => {
      if (state.kind !== 'known') return [];
      const { status, withdrawal, paidBefore, ended } = state.order;
      const isGood = holdsMoney(status) || status === 'processing';
      return isGood && !withdrawal?.receivedAt && !paidBefore && !ended ? [state.order] : [];
    }),
  );
  for (const { offers, sentences } of words) {
    if (offers.some((offer) => ['pay again', 'go on paying', 'open it again'].includes(offer)))
      expect(sentences.join(' ')).toMatch(/no money has moved/i);
  }
});
