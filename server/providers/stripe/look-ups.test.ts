import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionOf, smallShop } from '#tests/support/small-shop.ts';
import { answerServesMs, closingsASecond, limitLookUps, lookUpsASecond } from './look-ups.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const idOf = (name: string | number) => `cs_live_${String(name).padStart(58, 'a')}`;
/** A provider that knows these sessions, and what it was asked. */
function provider(...known: string[]) {
  const shop = smallShop();
  shop.sessions = known.map((id) => sessionOf({ id }));
  return { payments: limitLookUps(shop.payments, true), asked: shop.asked };
}
const asking = (payments: ReturnType<typeof limitLookUps>, ids: string[], areOurs = false) =>
  Promise.allSettled(ids.map((id) => payments.findCheckoutSession(id, { isOurs: areOurs })));
const answered = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

it.each([
  'cs_1',
  idOf('x').replace('live', 'test'),
  `${idOf('x')}_`,
  idOf('y').slice(0, 30),
  idOf('z').padEnd(130, 'a'),
  '../events',
])('%s is no id of this mode, and not asked for', async (id) => {
  const { payments, asked } = provider(id);
  expect(await payments.findCheckoutSession(id)).toBeNull();
  expect(asked).toEqual([]);
});

it('An id that the provider does not know is asked for once, and the same at the same time too', async () => {
  const { payments, asked } = provider(idOf('known'));
  for (let times = 0; times < 3; times += 1)
    expect(await payments.findCheckoutSession(idOf('none'))).toBeNull();
  expect(asked).toHaveLength(1);
  const both = await asking(payments, [idOf('known'), idOf('known')]);
  expect(answered(both)).toBe(2);
  expect(asked).toHaveLength(2);
});

it('All look-ups together stay well below the 25 a second that Stripe takes of one operation', () => {
  expect(lookUpsASecond.known + lookUpsASecond.unknown).toBeLessThanOrEqual(20);
  expect(closingsASecond).toBeLessThanOrEqual(20);
});

it('Strangers share a budget a second, which the shop’s own and known sessions do not need', async () => {
  const { payments, asked } = provider(idOf('known'), idOf('opened'));
  await payments.findCheckoutSession(idOf('known'));
  vi.advanceTimersByTime(1000);
  asked.length = 0;
  const strangers = await asking(
    payments,
    Array.from({ length: 100 }, (_, index) => idOf(index)),
  );
  expect(answered(strangers)).toBe(lookUpsASecond.unknown);
  expect(strangers.at(-1)).toMatchObject({ reason: { code: 'service_unavailable' } });
  expect(asked).toHaveLength(lookUpsASecond.unknown);
  expect(answered(await asking(payments, [idOf('known')]))).toBe(1);
  expect(await payments.findCheckoutSession(idOf('opened'), { isOurs: true })).toMatchObject({
    id: idOf('opened'),
  });
  vi.advanceTimersByTime(500);
  const later = await asking(
    payments,
    Array.from({ length: 100 }, (_, index) => idOf(100 + index)),
  );
  expect(answered(later)).toBe(Math.floor(lookUpsASecond.unknown / 2));
});

/** Asks for twelve orders, each ten times a second. */
async function poll(payments: ReturnType<typeof limitLookUps>, pages: string[], seconds: number) {
  for (let round = 0; round < 10 * seconds; round += 1) {
    expect(answered(await asking(payments, pages, true))).toBe(pages.length);
    vi.advanceTimersByTime(100);
  }
}
const pages = Array.from({ length: 12 }, (_, index) => idOf(index));
const others = (count: number) => Array.from({ length: count }, (_, index) => idOf(`other${index}`));

it('Whoever asks for the same few orders without end takes no look-ups from others', async () => {
  const { payments } = provider(...pages);
  await poll(payments, pages, 5);
  expect(answered(await asking(payments, others(3), true))).toBe(3);
});

it('While there are enough look-ups each answer is new; while they are scarce it may be some seconds old', async () => {
  const shop = smallShop();
  const payments = limitLookUps(shop.payments, true);
  const statusOf = async () => (await payments.findCheckoutSession(pages[0] ?? '', { isOurs: true }))?.status;
  const become = (status: string) => {
    shop.sessions = pages.map((id) => sessionOf({ id, status }));
  };
  for (const status of ['open', 'complete']) {
    become(status);
    expect(await statusOf()).toBe(status);
  }
  await asking(payments, others(lookUpsASecond.known / 2), true);
  become('expired');
  expect(await statusOf()).toBe('complete');
  expect(await payments.expireCheckoutSession(pages[0] ?? '')).toBe(false);
  expect(await statusOf()).toBe('expired');
  vi.advanceTimersByTime(answerServesMs);
  become('open');
  expect(await statusOf()).toBe('open');
});

it('Payment pages are closed within a budget a second, each once at a time, which takes nothing from look-ups', async () => {
  const { payments, asked } = provider(idOf('known'));
  const close = (ids: string[]) => Promise.allSettled(ids.map((id) => payments.expireCheckoutSession(id)));
  expect(answered(await close([idOf('one'), idOf('one'), idOf('one')]))).toBe(3);
  expect(asked).toHaveLength(1);
  const many = await close(Array.from({ length: 100 }, (_, index) => idOf(index)));
  expect(answered(many)).toBe(closingsASecond - 1);
  expect(many.at(-1)).toMatchObject({ reason: { code: 'service_unavailable' } });
  expect(asked).toHaveLength(closingsASecond);
  expect(await payments.findCheckoutSession(idOf('known'))).toMatchObject({ id: idOf('known') });
  vi.advanceTimersByTime(1000);
  expect(answered(await close([idOf('later')]))).toBe(1);
});
