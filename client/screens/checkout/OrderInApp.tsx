import { useEffect, useState } from 'react';
import { fetchClaimLink } from '#client/api/claims.ts';
import { OpenInApp } from '#client/app-link/OpenInApp.tsx';
import { Button } from '#client/ui/Button.tsx';
import { handFocusOn } from '#client/ui/keep-focus.ts';
import { Stack } from '#client/ui/Page.tsx';
import type { Order } from '#shared/api/orders.ts';
import type { OrderState } from './use-order.ts';

type Way = 'asking' | 'failed' | { url: string };

interface OrderInAppProps {
  /** The checkout session's id. */
  orderId: string | null | undefined;
  state: OrderState;
}

/** For the buyer of a paid order: the button into the app, with a claim link made for this visit. */
export function OrderInApp({ orderId, state }: OrderInAppProps) {
  if (!orderId || state.kind !== 'known' || !isCarried(state.order)) return null;
  // A corrected address has ended the existing links.
  return <ClaimLink key={state.order.email} orderId={orderId} />;
}

/** Whether this viewer can take the order into the app with a claim link. */
export const isCarried = ({ yours, status, withdrawal, gift, ended }: Order) =>
  yours === true &&
  ended !== true &&
  gift === undefined &&
  (status === 'paid' || status === 'partly_refunded') &&
  (typeof withdrawal?.receivedAt !== 'string' || withdrawal.keepsSome === true);

function ClaimLink({ orderId }: { orderId: string }) {
  const [way, setWay] = useState<Way>('asking');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
    setWay('asking');
    fetchClaimLink(orderId, leaving.signal).then(
      ({ url }) => setWay({ url }),
      () => leaving.signal.aborted || setWay('failed'),
    );
    return () => leaving.abort();
  }, [orderId, round]);
  return (
    <section aria-labelledby="into-the-app">
      <Stack>
        <h2 id="into-the-app">Into the app</h2>
        {way === 'asking' ? <p role="status">Asking for the way into the app</p> : null}
        {way === 'failed' ? (
          <>
            <p>The link into the app could not be made just now. What you bought waits all the same.</p>
            <Button variant="quiet" onClick={handFocusOn(() => setRound((before) => before + 1))}>
              Try again
            </Button>
          </>
        ) : null}
        {typeof way === 'object' ? <OpenInApp url={way.url} /> : null}
      </Stack>
    </section>
  );
}
