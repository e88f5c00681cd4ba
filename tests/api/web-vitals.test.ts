import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorToday } from '#shared/api/operator.ts';
import { deviceKinds, type WebVitals } from '#shared/api/web-vitals.ts';
import { patternOf, reportWebVitals } from '#shared/endpoints.ts';
import { routes } from '#shared/routes.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { bearer } from '#tests/support/orders.ts';
import { newOperator } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';

const path = patternOf(reportWebVitals);
const vitals: WebVitals = {
  device: 'phone',
  pages: [
    {
      route: 'product',
      ttfb: 40,
      lcp: { ms: 900, part: 'load' },
      inp: { ms: 64, part: 'presentation' },
      cls: 0.02,
    },
    { route: 'cart', inp: { ms: 120, part: 'processing' } },
  ],
};

/** A shop with what it counts, and what it tells its operator today. */
async function openMeasured(over: Record<string, string> = {}) {
  const metricsPort = String(await freePort());
  const shop = await openShop({
    environment: { OPERATOR_GROUP: 'shopkeepers', METRICS_PORT: metricsPort, ...over },
  });
  const headers = bearer((await newOperator(shop)).idToken);
  return {
    ...shop,
    async figures(): Promise<string[]> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return text.split('\n').filter((line) => line.startsWith('shop_web_vitals'));
    },
    today: async () =>
      (await (await fetch(`${shop.url}/api/operator/today`, { headers })).json()) as OperatorToday,
  };
}
let shop: Awaited<ReturnType<typeof openMeasured>>;
beforeAll(async () => {
  shop = await openMeasured();
});
afterAll(() => shop.close());
const figures = () => shop.figures();

const send = (body: unknown, headers: Record<string, string> = {}, to = shop.url) =>
  fetch(`${to}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('What pages report of their speed', () => {
  it('is counted by route and kind of device, and told to the operator', async () => {
    const own = await openMeasured();
    const before = await own.today();
    expect(before.speed).toEqual({ since: expect.any(String), devices: [] });
    const answer = await send(vitals, {}, own.url);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const lines = await own.figures();
    const product = 'route="/shop/product/:slug",device="phone"';
    expect(lines).toContain(`shop_web_vitals_seconds_sum{vital="lcp",${product}} 0.9`);
    expect(lines).toContain(`shop_web_vitals_seconds_sum{vital="ttfb",${product}} 0.04`);
    expect(lines).toContain(`shop_web_vitals_seconds_bucket{le="0.1",vital="inp",${product}} 1`);
    expect(lines).toContain(
      'shop_web_vitals_seconds_bucket{le="0.1",vital="inp",route="/shop/checkout",device="phone"} 0',
    );
    expect(lines).toContain(`shop_web_vitals_cls_sum{${product}} 0.02`);
    expect(lines).toContain(
      'shop_web_vitals_longest_part_total{vital="inp",part="presentation",device="phone"} 1',
    );
    const { speed } = await own.today();
    expect(speed?.devices).toEqual([
      {
        device: 'phone',
        answers: { visits: 2, half: expect.any(Number), nineOfTen: expect.any(Number) },
        shows: { visits: 1, half: expect.any(Number), nineOfTen: expect.any(Number) },
      },
    ]);
    // No line in the log mentions a visit.
    expect(own.logText()).not.toContain(path);
    await own.close();
  });

  it.each<[string, unknown]>([
    ['an address in place of a route', { ...vitals, pages: [{ route: '/open/secret', cls: 0 }] }],
    ['a kind of device that there is not', { ...vitals, device: 'Pixel 9' }],
    ['something besides, such as an id', { ...vitals, id: 'v6-123' }],
    ['something besides at a page', { ...vitals, pages: [{ route: 'home', url: '/?q=x' }] }],
    ['no page', { ...vitals, pages: [] }],
    ['too many pages', { ...vitals, pages: Array.from({ length: 9 }, () => ({ route: 'home', cls: 0 })) }],
    ['a time below nothing', { ...vitals, pages: [{ route: 'home', ttfb: -1 }] }],
    ['a time above a minute', { ...vitals, pages: [{ route: 'home', ttfb: 60_001 }] }],
    ['a time that is none', '{"device":"phone","pages":[{"route":"home","ttfb":1e999}]}'],
    ['a shift that is none', { ...vitals, pages: [{ route: 'home', cls: 11 }] }],
    ['a part that there is not', { ...vitals, pages: [{ route: 'home', inp: { ms: 1, part: 'load' } }] }],
    ['nothing', {}],
    ['no JSON', 'lcp=3'],
  ])('is refused with %s, and counts nothing', async (_, body) => {
    const before = await figures();
    expect((await send(body)).status).toBe(400);
    expect(await figures()).toEqual(before);
  });

  it('is refused when it is large, of another type, or from the pages of another site', async () => {
    const before = await figures();
    expect((await send(`${JSON.stringify(vitals)}${' '.repeat(5000)}`)).status).toBe(413);
    expect((await send(vitals, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(vitals, { origin: 'https://evil.example.com' })).status).toBe(403);
    expect(await figures()).toEqual(before);
  });

  it('counts nothing of whoever asks not to be followed', async () => {
    const before = await figures();
    expect((await send(vitals, { dnt: '1' })).status).toBe(204);
    expect((await send(vitals, { 'sec-gpc': '1' })).status).toBe(204);
    expect(await figures()).toEqual(before);
    expect((await send(vitals, { dnt: '0' })).status).toBe(204);
    expect(await figures()).not.toEqual(before);
  });

  it('cannot make more series than there are routes and kinds of device, whatever is sent', async () => {
    for (const route of [...Object.keys(routes), 'notFound'])
      for (const device of deviceKinds) await send({ device, pages: [{ ...vitals.pages[0], route }] });
    const known = new Set((await figures()).map((line) => line.replace(/ \S+$/, '')));
    const places = (Object.keys(routes).length + 1) * deviceKinds.length;
    // Three times with 12 classes and three lines more, shifts with 7 and three, and what took longest.
    expect(known.size).toBeLessThanOrEqual(places * (3 * 15 + 10) + 3 * 7);
    await send({ device: 'phone', pages: [{ route: 'home2', cls: 0 }] });
    expect((await figures()).length).toBe(known.size);
  });
});

it('An address may report so often, and no more', async () => {
  const limited = await openShop({ environment: { RATE_LIMIT_FACTOR: String(3 / 2000) } });
  const statuses: number[] = [];
  for (let sent = 0; sent < 5; sent += 1) statuses.push((await send(vitals, {}, limited.url)).status);
  expect(statuses).toEqual([204, 204, 204, 429, 429]);
  await limited.close();
});

it('With WEB_VITALS=off pages are not told to measure, and nothing is counted', async () => {
  const off = await openMeasured({ WEB_VITALS: 'off' });
  const config = await (await fetch(`${off.url}/api/config`)).json();
  expect(config).toMatchObject({ webVitalsPath: null });
  expect((await send(vitals, {}, off.url)).status).toBe(204);
  expect(await off.today()).toMatchObject({ speed: null });
  await off.close();
});
