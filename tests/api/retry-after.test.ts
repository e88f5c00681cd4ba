import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, type Endpoint, problemsOf } from '#shared/api/calls.ts';
import type { Problem } from '#shared/api/errors.ts';
import { methodOf, patternOf } from '#shared/endpoints.ts';
import { bearer, json } from '#tests/support/orders.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

/** More than an account's wrong codes in a window, and far more than any limit of this shop. */
const patience = 30;

let shop: Shop;
let person: Person;
beforeAll(async () => {
  // So small that every limit allows one request.
  shop = await openShop({ environment: { RATE_LIMIT_FACTOR: '0.00001' } });
  person = await newPerson(shop);
});
afterAll(() => shop.close());

const limited = (Object.keys(calls) as Endpoint[]).filter((call) =>
  problemsOf(call).includes('too_many_requests'),
);

it.each(limited)(
  '%s says with Retry-After, in whole seconds, when too many requests are over',
  async (call) => {
    const method = methodOf(call);
    const ask = (turn: number) =>
      fetch(`${shop.url}${patternOf(call).replace(/:\w+/g, 'cs_test_1')}`, {
        method,
        headers: { ...json, ...bearer(person.idToken), origin: shop.url },
        ...(method === 'GET'
          ? {}
          : { body: JSON.stringify({ activationCode: `wrong ${turn}`, email: 'x' }) }),
      });
    for (let turn = 0; turn < patience; turn += 1) {
      const answer = await ask(turn);
      const body = answer.status === 204 ? null : ((await answer.json()) as Problem);
      if (answer.status !== 429) continue;
      expect(body).toMatchObject({ code: 'too_many_requests' });
      const wait = answer.headers.get('retry-after') ?? '';
      expect(wait).toMatch(/^[1-9]\d*$/);
      expect(Number(wait)).toBeLessThanOrEqual(15 * 60);
      return;
    }
    expect.unreachable(`${call} let ${patience} requests through`);
  },
);
