import { useCallback } from 'react';
import { fetchClaimLink } from '#client/api/claims.ts';
import { type Loaded, useLoaded } from '#client/ui/use-loaded.ts';

/**
 * The claim link of an order, for the browser that paid or the signed-in owner.
 * @param failed the text when there is none just now
 * @returns the link, and a function that asks again
 */
export function useClaimLink(orderId: string, failed: string): [Loaded<string>, askAgain: () => void] {
  return useLoaded(
    useCallback(async (signal) => (await fetchClaimLink(orderId, signal)).url, [orderId]),
    useCallback(() => failed, [failed]),
  );
}
