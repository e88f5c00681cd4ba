import type { Claim, ClaimLink, ClaimPreview } from '#shared/api/claims.ts';
import { claim, offerClaimLink, previewClaim } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord, isWebAddress } from './http.ts';

/**
 * Makes a new claim link of an order, for the browser that paid or the signed-in owner.
 * @throws {ApiProblem} among others `forbidden`, `claim_link_not_possible`
 */
export async function fetchClaimLink(checkoutSessionId: string, signal: AbortSignal): Promise<ClaimLink> {
  const { body, status } = await call(offerClaimLink, { parameters: { checkoutSessionId }, signal });
  if (!isRecord(body) || !isWebAddress(body['url']) || typeof body['expiresAt'] !== 'string')
    throw badAnswer(status);
  return body as ClaimLink;
}

/**
 * What a claim link contains. Does not use it up.
 * @throws {ApiProblem} among others `too_many_requests`
 */
export async function fetchClaimPreview(token: string, signal: AbortSignal): Promise<ClaimPreview> {
  const { body, status } = await call(previewClaim, { body: { token }, signal });
  if (!isRecord(body) || typeof body['state'] !== 'string' || !Array.isArray(body['products']))
    throw badAnswer(status);
  return body as ClaimPreview;
}

/**
 * Claims a claim link for the account.
 * @throws {ApiProblem} among others `unauthorized`, `too_many_requests`
 */
export async function postClaim(token: string, idToken: string): Promise<Claim> {
  const { body, status } = await call(claim, { body: { token }, idToken });
  if (!isRecord(body) || typeof body['valid'] !== 'boolean') throw badAnswer(status);
  return body as Claim;
}
