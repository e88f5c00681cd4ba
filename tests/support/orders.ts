import request from 'supertest';
import type { CheckoutResponse } from '#shared/api/checkout.ts';
import type { Order } from '#shared/api/orders.ts';
import type { UnlockedContent } from '#shared/api/unlocked-content.ts';
import * as endpoints from '#shared/endpoints.ts';
import { pathOf, patternOf } from '#shared/endpoints.ts';
import type { Shop } from './shop.ts';

export const json = { 'content-type': 'application/json' };
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Posts a checkout request as it is. */
export function postCheckout(
  shop: Pick<Shop, 'url'>,
  body: unknown,
  headers: Record<string, string> = {},
): request.Test {
  return request(shop.url)
    .post(patternOf(endpoints.createCheckoutSession))
    .set({ ...json, ...headers })
    .send(JSON.stringify(body));
}

/** Opens a checkout session for these products and returns the address of its payment page and its id. */
export async function checkout(
  shop: Shop,
  ids: string[],
  email: string,
  headers: Record<string, string> = {},
) {
  const products = ids.map((id) => ({ id }));
  const response = await postCheckout(shop, { products, baseUrl: shop.url, email }, headers);
  if (response.status !== 200) throw new Error(`checkout answered ${response.status}: ${response.text}`);
  const { redirect_url: payUrl } = response.body as CheckoutResponse;
  return { payUrl, sessionId: payUrl.slice(payUrl.lastIndexOf('/') + 1) };
}

/** Presses a button on the payment page. @returns the URL that it redirects to */
export async function press(payUrl: string, outcome: string): Promise<string | null> {
  const response = await fetch(payUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome }),
  });
  return response.headers.get('location');
}

/** Buys and waits until every webhook has been delivered. */
export async function buy(shop: Shop, ids: string[], email: string, headers: Record<string, string> = {}) {
  const opened = await checkout(shop, ids, email, headers);
  await press(opened.payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  return opened;
}

/** A browser, as far as the shop distinguishes them: it keeps the cookie that it gets with a checkout. */
export interface Browser {
  /** The cookie of the first checkout, as `name=value`; empty before. */
  cookie: string;
  /** Starts a checkout. @returns the answer, with the cookies that it sets */
  checkout(
    ids: string[],
    email: string,
    headers?: Record<string, string>,
    gift?: boolean,
  ): Promise<{ status: number; set: string | undefined; payUrl: string; sessionId: string }>;
  order(sessionId: string, headers?: Record<string, string>): Promise<Order>;
  correct(sessionId: string, email: string, headers?: Record<string, string>): Promise<request.Response>;
}

export function newBrowser(shop: Shop): Browser {
  const browser: Browser = {
    cookie: '',
    async checkout(ids, email, headers = {}, gift = false) {
      const body = { products: ids.map((id) => ({ id })), baseUrl: shop.url, email, gift };
      const response = await postCheckout(shop, body, { cookie: browser.cookie, ...headers });
      const set = ((response.get('set-cookie') ?? []) as string[]).find((cookie) =>
        cookie.startsWith('browser='),
      );
      if (set) browser.cookie = set.slice(0, set.indexOf(';'));
      const { redirect_url: payUrl } = response.body as CheckoutResponse;
      return { status: response.status, set, payUrl, sessionId: /cs_test_\w+/.exec(payUrl)?.[0] ?? '' };
    },
    async order(checkoutSessionId, headers = {}) {
      const path = pathOf(endpoints.readOrder, { checkoutSessionId });
      return (
        await request(shop.url)
          .get(path)
          .set({ cookie: browser.cookie, ...headers })
      ).body as Order;
    },
    correct: (checkoutSessionId, email, headers = {}) =>
      request(shop.url)
        .post(pathOf(endpoints.correctAddress, { checkoutSessionId }))
        .set({ ...json, origin: shop.url, cookie: browser.cookie, ...headers })
        .send(JSON.stringify({ email })),
  };
  return browser;
}

/** Uses a control of the payment sandbox and waits until its events have arrived. */
export async function control<T>(shop: Shop, name: string, body: object): Promise<T> {
  const response = await fetch(`${shop.sandboxUrl}/sandbox/stripe/${name}`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  await shop.sandbox.stripe.deliveriesSettled();
  return (await response.json()) as T;
}

/** Buys while no webhook reaches the shop. */
export async function buyUnheard(shop: Shop, ids: string[], email: string) {
  shop.sandbox.stripe.setWebhookUrl(null);
  const opened = await buy(shop, ids, email);
  shop.sandbox.stripe.setWebhookUrl(`${shop.url}/api/stripe/webhook`);
  return opened;
}

export async function order(shop: Shop, sessionId: string): Promise<{ status: number; body: Order }> {
  const { status, body } = await request(shop.url).get(
    pathOf(endpoints.readOrder, { checkoutSessionId: sessionId }),
  );
  return { status, body };
}

/** Asks what the account of these headers has unlocked. */
export const readUnlockedContent = (shop: Pick<Shop, 'url'>, headers: Record<string, string>): request.Test =>
  request(shop.url).get(patternOf(endpoints.readUnlockedContent)).set(headers);

/** Redeems an activation code. */
export const redeemCode = (
  shop: Pick<Shop, 'url'>,
  activationCode: string,
  headers: Record<string, string>,
): request.Test => request(shop.url).post(patternOf(endpoints.useCode)).set(headers).send({ activationCode });

/** The adventure ids that `readUnlockedContent` answers for an id token, as the mobile app asks. */
export async function unlockedIds(shop: Shop, idToken: string): Promise<string[]> {
  const response = await readUnlockedContent(shop, bearer(idToken))
    .set('accept', 'application/json')
    .set(json);
  if (response.status !== 200) throw new Error(`unlocked-content answered ${response.status}`);
  const body = response.body as UnlockedContent;
  return (body.data[0]?.adventures ?? []).map(({ adventureId }) => adventureId);
}
