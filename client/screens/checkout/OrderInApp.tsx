import { OpenInApp } from '#client/app-link/OpenInApp.tsx';
import { Button } from '#client/ui/Button.tsx';
import { handFocusOn } from '#client/ui/keep-focus.ts';
import { Stack } from '#client/ui/Page.tsx';
import type { Order } from '#shared/api/orders.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { useClaimLink } from './use-claim-link.ts';

interface OrderInAppProps {
  /** The checkout session's id. */
  orderId: string | null | undefined;
  order: Order | null;
}

/**
 * For the buyer of a paid order: the button into the app, with a claim link made for this visit. It only opens the app for
 * an order that is on an account.
 */
export function OrderInApp({ orderId, order }: OrderInAppProps) {
  if (!orderId || !order || !isCarried(order)) return null;
  // A corrected address has ended the existing links.
  const { email, onAccount } = order;
  return <ClaimLink key={`${orderId} ${email}`} orderId={orderId} used={onAccount !== undefined} />;
}

/** Whether this viewer can take the order into the app with a claim link. */
export const isCarried = ({ yours, status, withdrawal, gift, ended }: Order) =>
  yours === true &&
  ended !== true &&
  gift === undefined &&
  holdsMoney(status) &&
  (typeof withdrawal?.receivedAt !== 'string' || withdrawal.keepsSome === true);

function ClaimLink({ orderId, used }: { orderId: string; used: boolean }) {
  const [link, askAgain] = useClaimLink(
    orderId,
    'The link into the app could not be made just now. What you bought waits all the same.',
  );
  return (
    <section aria-labelledby="into-the-app">
      <Stack>
        <h2 id="into-the-app">Into the app</h2>
        {link.status === 'loaded' ? null : (
          // The same region at each attempt, so that each failure is read out.
          <p role="status">{link.status === 'loading' ? 'Asking for the way into the app' : link.fault}</p>
        )}
        {link.status === 'failed' ? (
          <Button variant="quiet" onClick={handFocusOn(askAgain)}>
            Try again
          </Button>
        ) : null}
        {link.status === 'loaded' ? <OpenInApp url={link.value} used={used} /> : null}
      </Stack>
    </section>
  );
}
