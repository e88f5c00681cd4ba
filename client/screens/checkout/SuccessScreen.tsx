import { serverNow } from '#client/api/server-clock.ts';
import { CoverInItsLight, CoverToCome } from '#client/cart/CoverInItsLight.tsx';
import { PageHead } from '#client/shell/PageHead.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Beside, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { productById } from '#shared/catalogue.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { paths, routes } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import { CorrectAddress } from './CorrectAddress.tsx';
import { GiftOf } from './GiftOf.tsx';
import { InvoiceOf } from './InvoiceOf.tsx';
import { NextSteps } from './NextSteps.tsx';
import { mayOpenInApp, OrderInApp } from './OrderInApp.tsx';
import { OrderReport } from './OrderReport.tsx';
import { orderWords } from './order-words.ts';
import styles from './SuccessScreen.module.css';
import { SupportMail } from './SupportMail.tsx';
import { useOrder } from './use-order.ts';
import { useQueryParameter } from './use-query-parameter.ts';
import { useSettledCart } from './use-settled-cart.ts';
import { Withdrawal } from './Withdrawal.tsx';

/** The page after the payment page, when the buyer has finished there. It shows the payment's state, and what is next. */
export function SuccessScreen() {
  const sessionId = useQueryParameter('session_id');
  // Set by the server's answer to a second payment for what this buyer has just paid for.
  const again = useQueryParameter('again');
  const [state, askAgain, show] = useOrder(sessionId);
  const words = orderWords(state, shopDay(serverNow()));
  const { inTheApp } = words;
  // A URL without an order is headed as the specification has it.
  const heading = sessionId === null ? 'Order Completed' : words.heading;
  useSettledCart(sessionId, state);
  const order = state.kind === 'known' ? state.order : null;
  const paidTwice = order?.paidBefore !== undefined;
  // A URL without an order still shows the way to the app: somebody may have saved it incompletely.
  const steps = sessionId === null ? 'unknown' : inTheApp;
  const isYours =
    order !== null && heading === 'Order Completed' && inTheApp !== 'nothing' && holdsMoney(order.status);
  const isGift = order?.gift !== undefined;
  const isAsking = state.kind === 'asking';
  const mayWithdraw = order?.withdrawal?.receivedAt === null;
  const withdrawing =
    sessionId && order ? <Withdrawal orderId={sessionId} order={order} onReceived={askAgain} /> : null;
  return (
    <Page task width="wide">
      {heading === 'Order Completed' ? (
        <RouteHead route="success" />
      ) : (
        <PageHead title={heading} indexed={false} />
      )}
      <Beside
        picture={
          isAsking ? <CoverToCome /> : <CoverInItsLight product={productById(order?.products[0]?.id ?? '')} />
        }
        narrow={isAsking || isYours || isGift ? 'foremost' : 'left out'}
      >
        <PageHeading lead={isYours ? <span className={styles['yours']}>It is yours.</span> : null}>
          {heading}
        </PageHeading>
        {again ? (
          <Notice kind="info" title="No second payment was opened">
            <p>
              {isGift
                ? 'You paid for this gift, or for a part of it, a moment ago: its card is still to be written. To give another one, go back and press the button once more.'
                : 'You paid for this, or for a part of it, a moment ago. To buy it again, go back and press the button once more; if it is for somebody else, tick “This is a gift” before that.'}
            </p>
            <p>This is how the first payment stands:</p>
          </Notice>
        ) : null}
        <noscript>
          <p>
            Only with JavaScript can this page say how your payment stands. Your receipt comes by mail, or ask{' '}
            <SupportMail />.
          </p>
        </noscript>
        {/* Before hydration as well: on a slow line the page says for seconds only what the server sent. */}
        {sessionId === null ? null : <OrderReport state={state} onAskAgain={askAgain} />}
        {paidTwice ? withdrawing : null}
        <OrderInApp orderId={sessionId} order={order} />
        {sessionId === null ? (
          <Notice kind="info" title="This address does not say which order it is about">
            <p>
              If you have paid, all is well: the receipt is in your mail, and this is how you go on. You can
              also <a href={routes.order.path}>find your order</a>. If something is missing, send the receipt
              to <SupportMail />.
            </p>
          </Notice>
        ) : null}
        <GiftOf orderId={sessionId} order={order} onChanged={show} onUnheard={askAgain} />
        {steps === 'nothing' ? null : (
          <NextSteps
            inTheApp={steps}
            sessionId={sessionId ?? null}
            order={order}
            hasLink={order !== null && mayOpenInApp(order)}
          />
        )}
        {sessionId ? (
          <CorrectAddress
            key={sessionId}
            orderId={sessionId}
            order={order}
            onCorrected={show}
            onUnheard={askAgain}
          />
        ) : null}
        {sessionId ? <InvoiceOf orderId={sessionId} order={order} /> : null}
        {sessionId && order ? (
          <p>
            Keep the link to <a href={paths.order(sessionId)}>the page of this order</a>.{' '}
            <span>
              {`It says at any time how the order stands${mayWithdraw ? ', and whether you can still withdraw from it' : ''}.`}
            </span>
          </p>
        ) : null}
        {paidTwice ? null : withdrawing}
      </Beside>
    </Page>
  );
}
