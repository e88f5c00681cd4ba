import { useAccount } from '#client/auth/account.ts';
import { Button, ButtonLink, type ButtonVariant } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Stack } from '#client/ui/Page.tsx';
import type { Product } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { TermsAccepted } from './BuyersRights.tsx';
import { cartStore } from './cart.ts';
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
 * Several products go through the cart, so that they are still there if the payment is cancelled again.
 */
export function PayAgain({ products, text, isGift, variant = 'primary' }: PayAgainProps) {
  const account = useAccount();
  const [only, ...more] = products;
  const putIntoCart = () => {
    for (const { id } of products) cartStore.add(id);
    chooseGift(isGift);
  };
  const checkout = useAccountCheckout(more.length === 0 ? 'product' : 'cart', putIntoCart);
  if (!only) return null;
  if (account.status === 'signed-in') {
    return (
      <Stack>
        {checkout.fault ? <Notice kind="error">{checkout.fault}</Notice> : null}
        <Button
          variant={variant}
          busy={checkout.busy}
          busyLabel="Preparing the payment"
          onClick={() => {
            if (more.length > 0) putIntoCart();
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
  if (more.length === 0)
    return (
      <ButtonLink href={paths.guestCheckout(only.id)} variant={variant} onClick={() => chooseGift(isGift)}>
        {text}
      </ButtonLink>
    );
  return (
    <ButtonLink href={paths.shopLogin()} variant={variant} onClick={putIntoCart}>
      {text}
    </ButtonLink>
  );
}
