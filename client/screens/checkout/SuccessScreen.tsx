import { useEffect } from 'react';
import { useAccount } from '#client/auth/account.ts';
import { cartStore } from '#client/cart/cart.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow, Page, Stack } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import type { OrderStatus } from '#shared/api/orders.ts';
import { paths } from '#shared/routes.ts';
import { OrderReport } from './OrderReport.tsx';
import styles from './SuccessScreen.module.css';
import { useOrder } from './use-order.ts';
import { useQueryParameter } from './use-query-parameter.ts';
import { Withdrawal } from './Withdrawal.tsx';

/** Nothing of such an order waits in the app. */
const endedStatuses: ReadonlySet<OrderStatus> = new Set(['refunded', 'disputed', 'reversed']);

/** Where the payment page sends a buyer who has done their part. It clears the cart and tells how the payment stands. */
export function SuccessScreen() {
  const sessionId = useQueryParameter('session_id');
  useEffect(() => cartStore.clear(), []);
  const [order, askAgain] = useOrder(sessionId);
  const withdrawal = order.kind === 'known' ? order.order.withdrawal : undefined;
  return (
    <Page>
      <RouteHead route="success" />
      <PageHeading>Order Completed</PageHeading>
      {sessionId === undefined ? null : <OrderReport state={order} onAskAgain={askAgain} />}
      {order.kind === 'known' && endedStatuses.has(order.order.status) ? null : <NextSteps />}
      {sessionId && order.kind === 'known' ? (
        <p>
          Keep the link to <a href={paths.order(sessionId)}>the page of this order</a>. It says at any time
          how the order stands, and whether you can still withdraw from it.
        </p>
      ) : null}
      {sessionId && withdrawal ? <Withdrawal orderId={sessionId} withdrawal={withdrawal} /> : null}
    </Page>
  );
}

/** From the payment to the app. */
function NextSteps() {
  const account = useAccount();
  return (
    <>
      <section className={styles['next']}>
        <h2>Now, your headphones</h2>
        <Prose>
          <ol>
            <li>
              Download our free app on your phone: <a href={paths.download()}>the download page</a>.
            </li>
            <li>
              Log in there with the same email address that you bought with. What you bought is waiting.
            </li>
            {account.status === 'signed-in' ? null : (
              <li>No account yet? Create one with that same address; it takes a minute.</li>
            )}
          </ol>
        </Prose>
      </section>
      <Stack>
        <ButtonRow>
          {account.status === 'signed-in' ? (
            <ButtonLink href={paths.account()}>See your products</ButtonLink>
          ) : (
            <>
              <ButtonLink href={paths.createAccount()}>Create account</ButtonLink>
              <ButtonLink href={paths.account()} variant="quiet">
                I have an account
              </ButtonLink>
            </>
          )}
        </ButtonRow>
      </Stack>
    </>
  );
}
