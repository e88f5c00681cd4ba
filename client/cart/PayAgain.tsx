import { useAccount } from '#client/auth/account.ts';
import { Button, ButtonLink, type ButtonVariant } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Stack } from '#client/ui/Page.tsx';
import type { Product } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { TermsAccepted } from './BuyersRights.tsx';
import { cartStore, useCart } from './cart.ts';
import { chooseGift } from './gift-choice.ts';
import { useAccountCheckout } from './use-account-checkout.ts';

interface PayAgainProps {
  products: readonly Product[];
  text: string;
  /** Whether it is a gift, as it was before. */
  isGift: boolean;
  /** For pages where something else is the main action. */
  variant?: ButtonVariant;
}

/**
 * Retries the payment for the same products: at once with an account, for a guest with the address that was typed before.
 * Several products go through the cart, so that they are still there if the payment is cancelled again. Where the cart
 * holds something else too, the buyer sees it with the choice of a gift before paying: both are for all of the cart.
 */
export function PayAgain({ products, text, isGift, variant = 'primary' }: PayAgainProps) {
  const account = useAccount();
  const cart = useCart();
  const [only, ...more] = products;
  const isAlone = more.length === 0;
  const checkout = useAccountCheckout(isAlone ? only : undefined);
  if (!only) return null;
  const isMixed = !isAlone && cart.products.some(({ id }) => products.every((product) => product.id !== id));
  const prepare = () => {
    if (!isAlone) for (const { id } of products) cartStore.add(id);
    chooseGift(isGift);
  };
  if (account.status === 'signed-in' && !isMixed) {
    return (
      <Stack>
        {checkout.fault ? <Notice kind="error">{checkout.fault}</Notice> : null}
        <Button
          variant={variant}
          busy={checkout.busy}
          busyLabel="Preparing the payment"
          onClick={() => {
            prepare();
            checkout.start(products, { email: account.user.email, signedIn: true, isGift });
          }}
        >
          {text}
        </Button>
        <p>
          <TermsAccepted />
        </p>
      </Stack>
    );
  }
  const way = isAlone ? paths.guestCheckout(only.id) : isMixed ? paths.cart() : paths.shopLogin();
  return (
    <ButtonLink href={way} variant={variant} onClick={prepare}>
      {text}
    </ButtonLink>
  );
}
