import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import type { Order } from '#shared/api/orders.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { paths } from '#shared/routes.ts';
import { CorrectAddress } from './CorrectAddress.tsx';
import { FindOrder } from './FindOrder.tsx';
import { GiftOf } from './GiftOf.tsx';
import { InvoiceOf } from './InvoiceOf.tsx';
import { MailOrderLinks } from './MailOrderLinks.tsx';
import { OrderInApp } from './OrderInApp.tsx';
import { OrderReport } from './OrderReport.tsx';
import { SupportMail } from './SupportMail.tsx';
import { useOrder } from './use-order.ts';
import { useQueryParameter } from './use-query-parameter.ts';
import { Withdrawal } from './Withdrawal.tsx';

/**
 * `/shop/order?id=…`: an order at any later time, for anybody who has its id. Unlike the page after paying it does not
 * change the cart. Without an id: how to find it.
 */
export function OrderScreen() {
  const id = useQueryParameter('id');
  const [state, askAgain, show] = useOrder(id);
  const order = state.kind === 'known' ? state.order : null;
  const paidTwice = order?.paidBefore !== undefined;
  const withdrawing =
    id && order ? <RightOfWithdrawal key={id} orderId={id} order={order} onReceived={askAgain} /> : null;
  return (
    <Page task>
      <RouteHead route="order" />
      <PageHeading>Your order</PageHeading>
      <noscript>
        <p>
          Looking up an order needs JavaScript. Write to <SupportMail /> and we will tell you how it stands.
        </p>
      </noscript>
      {id === null ? <WhichOrder /> : <OrderReport state={state} onAskAgain={askAgain} />}
      {paidTwice ? withdrawing : null}
      <OrderInApp orderId={id} order={order} />
      <GiftOf orderId={id} order={order} onChanged={show} onUnheard={askAgain} />
      {id ? (
        <CorrectAddress
          key={`address ${id}`}
          orderId={id}
          order={order}
          onCorrected={show}
          onUnheard={askAgain}
        />
      ) : null}
      {id ? <InvoiceOf orderId={id} order={order} /> : null}
      {id && state.kind === 'unknown' ? (
        <>
          <p>
            Is there a letter missing in the link? <a href={paths.withdraw()}>Enter it again</a>, or find the
            order on <a href={paths.account()}>your account page</a>.
          </p>
          <MailOrderLinks quiet />
        </>
      ) : null}
      {paidTwice ? null : withdrawing}
    </Page>
  );
}

/** For an address without an order, as the questions and answers link to it. */
function WhichOrder() {
  return (
    <>
      <p>
        Each order has a page of its own. If you have an account,{' '}
        <a href={paths.account()}>your account page</a> lists yours.
      </p>
      <MailOrderLinks />
      <FindOrder
        heading="Open it by its number"
        quiet
        lead="The order's page says how it stands, and how to get to what you bought."
      />
    </>
  );
}

/** The withdrawal form while the right lasts; otherwise, for an order that was kept, a note that it has ended. */
function RightOfWithdrawal({
  orderId,
  order,
  onReceived,
}: {
  orderId: string;
  order: Order;
  onReceived: () => void;
}) {
  const who = <a href={paths.withdraw()}>Who may withdraw, and until when</a>;
  if (order.withdrawal) {
    return (
      <>
        <Withdrawal orderId={orderId} order={order} onReceived={onReceived} />
        <p>{who}</p>
      </>
    );
  }
  return holdsMoney(order.status) ? <p>The right to withdraw from this purchase has ended. {who}.</p> : null;
}
