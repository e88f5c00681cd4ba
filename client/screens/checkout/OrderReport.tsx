import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { Order } from '#shared/api/orders.ts';
import { formatSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import type { OrderState } from './use-order.ts';

interface OrderReportProps {
  state: OrderState;
  onAskAgain: () => void;
}

/** How the order stands, as the server says: never "paid" before the money is there. */
export function OrderReport({ state, onAskAgain }: OrderReportProps) {
  const again = (
    <Button variant="quiet" onClick={onAskAgain}>
      Ask again
    </Button>
  );
  switch (state.kind) {
    case 'asking':
      return <LoadingRings label="Asking how your payment stands" />;
    case 'unknown':
      return (
        <Notice kind="error" title="We cannot find this order">
          <p>
            If you have paid, the receipt in your mail is proof enough: send it to <SupportMail /> and we will
            put it right.
          </p>
        </Notice>
      );
    case 'unreachable':
      return (
        <Notice kind="error" title="We could not ask how your payment stands" actions={again}>
          <p>Nothing is lost: a payment that went through is recorded without this page.</p>
        </Notice>
      );
    case 'known':
      return <KnownOrder order={state.order} stillAsking={state.stillAsking} again={again} />;
  }
}

interface KnownOrderProps {
  order: Order;
  stillAsking: boolean;
  again: React.ReactNode;
}

function KnownOrder({ order, stillAsking, again }: KnownOrderProps) {
  const products = (
    <ul>
      {order.products.map(({ id, title, returned }) => (
        <li key={id}>{returned ? `${title} (given back)` : title}</li>
      ))}
    </ul>
  );
  switch (order.status) {
    case 'paid':
      return (
        <Notice kind="success" title={`Paid: ${formatSek(order.totalOre)}`}>
          {products}
          <Recorded email={order.email} />
        </Notice>
      );
    case 'partly_refunded':
      return (
        <Notice
          kind="success"
          title={`Paid: ${formatSek(order.totalOre)}, of which ${formatSek(order.refundedOre ?? 0)} went back to you`}
        >
          {products}
          <Recorded email={order.email} />
        </Notice>
      );
    case 'refunded':
      return (
        <Notice kind="info" title={`Refunded: ${formatSek(order.refundedOre ?? order.totalOre)}`}>
          {products}
          <p>
            The money is on its way to the card or account you paid with; a bank may take some days over it.
            What this order unlocked is locked again.
          </p>
        </Notice>
      );
    case 'disputed':
      return (
        <Notice kind="info" title="Your bank is looking into this payment">
          {products}
          <p>
            Somebody has told the bank that this payment is not right. Until the bank has decided, what it
            unlocked rests. If that was a mistake, tell your bank, and write to <SupportMail />.
          </p>
        </Notice>
      );
    case 'reversed':
      return (
        <Notice kind="info" title="Your bank has taken this payment back">
          {products}
          <p>
            What this order unlocked is locked again. If you did not want that, write to <SupportMail />.
          </p>
        </Notice>
      );
    case 'processing':
      return (
        <Notice kind="info" title="Your payment is on its way" actions={stillAsking ? null : again}>
          {products}
          <p>
            {order.email ? `It will be unlocked for ${order.email}` : 'It will be unlocked'} as soon as the
            money is here.{' '}
            {stillAsking ? 'This page keeps asking.' : 'That can take a few days; you need not wait here.'}
          </p>
        </Notice>
      );
    case 'unpaid':
      return (
        <Notice
          kind="error"
          title="This order is not paid"
          actions={
            <>
              {stillAsking ? null : again}
              <ButtonLink href={paths.shop()} variant="quiet">
                Return to Shop
              </ButtonLink>
            </>
          }
        >
          {products}
          <p>
            No money has moved{order.email ? ` for ${order.email}` : ''}. If you did pay, wait a moment; if it
            stays like this, write to <SupportMail />.
          </p>
        </Notice>
      );
    case 'expired':
      return (
        <Notice
          kind="error"
          title="The payment page closed before anything was paid"
          actions={<ButtonLink href={paths.shop()}>Return to Shop</ButtonLink>}
        >
          {products}
          <p>Nothing was charged. You can choose again whenever you like.</p>
        </Notice>
      );
  }
}

/** Whose order it is, and what to do when the address is wrong: the commonest reason for an empty shelf. */
function Recorded({ email }: { email: string | null }) {
  return (
    <p>
      {email ? `Recorded and unlocked for ${email}.` : 'Recorded and unlocked for the address you paid with.'}{' '}
      Is that not yours? Write to <SupportMail /> from the right one, with the receipt, and we will move the
      order.
    </p>
  );
}

function SupportMail() {
  return <a href={`mailto:${site.email.support}`}>{site.email.support}</a>;
}
