import { useAccount } from '#client/auth/account.ts';
import { CartLines } from '#client/cart/CartLines.tsx';
import { useCart } from '#client/cart/cart.ts';
import { useCheckout } from '#client/cart/use-checkout.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page, Stack } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { NeedsScript } from './NeedsScript.tsx';

/** Where the payment page sends a buyer who turned back. The cart is as it was. */
export function CancelScreen() {
  const { ready, products } = useCart();
  const account = useAccount();
  const checkout = useCheckout();
  return (
    <Page>
      <RouteHead route="cancel" />
      <PageHeading>Payment Cancelled</PageHeading>
      <p>
        Either the payment was cancelled or something went wrong. Please try again or contact our support team{' '}
        <a href={`mailto:${site.email.support}`}>{site.email.support}</a> if the problem persists.
      </p>
      <NeedsScript />
      {ready ? <CartLines /> : <LoadingRings label="Opening your cart" />}
      {ready ? (
        <Stack>
          {checkout.fault ? <Notice kind="error">{checkout.fault}</Notice> : null}
          {products.length === 0 ? (
            <ButtonLink href={paths.shop()}>Return to Shop</ButtonLink>
          ) : account.status === 'signed-in' ? (
            <Button
              busy={checkout.busy}
              busyLabel="Preparing the payment"
              onClick={() => checkout.start(products, { email: account.user.email, signedIn: true })}
            >
              Try Again
            </Button>
          ) : (
            <ButtonLink href={paths.shopLogin()}>Try Again</ButtonLink>
          )}
        </Stack>
      ) : null}
    </Page>
  );
}
