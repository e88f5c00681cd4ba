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
      {order.products.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
  switch (order.status) {
    case 'paid':
      return (
        <Notice kind="success" title={`Paid: ${formatSek(order.totalOre)}`}>
          {products}
          <p>{order.email ? `Unlocked for ${order.email}.` : 'Unlocked for the address you paid with.'}</p>
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

function SupportMail() {
  return <a href={`mailto:${site.email.support}`}>{site.email.support}</a>;
}
