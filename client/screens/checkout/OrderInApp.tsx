import { OpenInApp } from '#client/app-link/OpenInApp.tsx';
import { Stack } from '#client/ui/Page.tsx';
import type { Order } from '#shared/api/orders.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { ClaimLink } from './ClaimLink.tsx';

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
  if (!orderId || !order || !mayOpenInApp(order)) return null;
  // A corrected address has ended the existing links.
  const { email, onAccount } = order;
  return (
    <section aria-labelledby="into-the-app">
      <Stack>
        <h2 id="into-the-app">Into the app</h2>
        <ClaimLink
          key={`${orderId} ${email}`}
          orderId={orderId}
          asking="Asking for the way into the app"
          failed="The link into the app could not be made just now. What you bought waits all the same."
        >
          {(url) => <OpenInApp url={url} used={onAccount !== undefined} />}
        </ClaimLink>
      </Stack>
    </section>
  );
}

/** Whether this viewer can take the order into the app with a claim link. */
export const mayOpenInApp = ({ yours, status, withdrawal, gift, ended }: Order) =>
  yours === true &&
  ended !== true &&
  gift === undefined &&
  holdsMoney(status) &&
  (typeof withdrawal?.receivedAt !== 'string' || withdrawal.keepsSome === true);
