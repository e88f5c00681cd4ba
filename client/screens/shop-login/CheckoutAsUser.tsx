import type { AccountUser } from '#client/auth/account.ts';
import { TermsAccepted } from '#client/cart/BuyersRights.tsx';
import { useCart } from '#client/cart/cart.ts';
import { useGiftChoice } from '#client/cart/gift-choice.ts';
import { useAccountCheckout } from '#client/cart/use-account-checkout.ts';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Stack } from '#client/ui/Page.tsx';
import { formatSek } from '#shared/money.ts';
import { markedTitle } from '#shared/pre-order-mark.ts';
import { paths } from '#shared/routes.ts';

/**
 * For signed-in buyers: the button to pay for the cart. What changes here is the whole text of an element: a browser that
 * translates the page puts its own elements in the place of texts, and React then changes what nobody sees.
 */
export function CheckoutAsUser({ user }: { user: AccountUser }) {
  const cart = useCart();
  const checkout = useAccountCheckout();
  const isGift = useGiftChoice();
  return (
    <Stack>
      <p>{`You are logged in as ${user.username}`}</p>
      {checkout.fault ? <Notice kind="error">{checkout.fault}</Notice> : null}
      {cart.ready && cart.products.length === 0 ? (
        <>
          <p>No products in shopping cart</p>
          <ButtonLink href={paths.shop()}>Return to Shop</ButtonLink>
        </>
      ) : (
        <>
          <p>{`In your cart: ${cart.products.map(markedTitle).join(', ')}`}</p>
          <p>
            <strong>{formatSek(cart.totalOre)}</strong>,{' '}
            <span>{isGift ? 'VAT included, to be given away' : 'VAT included'}</span>.
          </p>
          <Button
            busy={checkout.busy}
            busyLabel="Opening the payment page"
            onClick={() => checkout.start(cart.products, { email: user.email, signedIn: true, isGift })}
          >
            Checkout
          </Button>
          <p>
            <TermsAccepted />
          </p>
        </>
      )}
    </Stack>
  );
}
