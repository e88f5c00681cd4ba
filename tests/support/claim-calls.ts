import request from 'supertest';
import type { Claim, ClaimPreview } from '#shared/api/claims.ts';
import * as endpoints from '#shared/endpoints.ts';
import { pathOf, patternOf } from '#shared/endpoints.ts';
import { bearer, json } from './orders.ts';
import type { Shop } from './shop.ts';

/** Requests a new claim link, like the order page. */
export const askForLink = (
  shop: Pick<Shop, 'url'>,
  checkoutSessionId: string,
  headers: Record<string, string>,
): request.Test =>
  request(shop.url)
    .post(pathOf(endpoints.offerClaimLink, { checkoutSessionId }))
    .set({ origin: shop.url, ...headers });

/** The token of a new claim link. @throws when the call is refused */
export async function linkOf(
  shop: Pick<Shop, 'url'>,
  checkoutSessionId: string,
  headers: Record<string, string>,
): Promise<string> {
  const { body } = await askForLink(shop, checkoutSessionId, headers).expect(200);
  const { url } = body as { url: string };
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Opens a claim link like the mobile app. */
export async function claimAs(shop: Pick<Shop, 'url'>, idToken: string, token: string): Promise<Claim> {
  const { body } = await request(shop.url)
    .post(patternOf(endpoints.claim))
    .set({ ...json, ...bearer(idToken) })
    .send({ token })
    .expect(200);
  return body as Claim;
}

export const postPreview = (shop: Pick<Shop, 'url'>, token: string): request.Test =>
  request(shop.url).post(patternOf(endpoints.previewClaim)).set(json).send({ token });

export async function previewOf(shop: Pick<Shop, 'url'>, token: string): Promise<ClaimPreview> {
  return (await postPreview(shop, token).expect(200)).body as ClaimPreview;
}
