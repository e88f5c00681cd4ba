import { type ReactNode, useCallback } from 'react';
import { fetchClaimLink } from '#client/api/claims.ts';
import { Button } from '#client/ui/Button.tsx';
import { handFocusOn } from '#client/ui/keep-focus.ts';
import { Stack } from '#client/ui/Page.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';

interface ClaimLinkProps {
  orderId: string;
  /** The text while it is asked for, and when there is none just now. */
  asking: string;
  failed: string;
  /** @param expiresAt until when the link is good, ISO 8601 in UTC */
  children: (url: string, expiresAt: string) => ReactNode;
}

/** What is shown of an order's claim link, for the browser that paid or the signed-in owner. */
export function ClaimLink({ orderId, asking, failed, children }: ClaimLinkProps) {
  const [link, askAgain] = useLoaded(
    useCallback((signal) => fetchClaimLink(orderId, signal), [orderId]),
    useCallback(() => failed, [failed]),
  );
  if (link.status === 'loaded') return children(link.value.url, link.value.expiresAt);
  return (
    <Stack gap="close">
      {/* The same region at each attempt, so that each failure is read out. */}
      <p role="status">{link.status === 'loading' ? asking : link.fault}</p>
      {link.status === 'failed' ? (
        <Button variant="quiet" onClick={handFocusOn(askAgain)}>
          Try again
        </Button>
      ) : null}
    </Stack>
  );
}
