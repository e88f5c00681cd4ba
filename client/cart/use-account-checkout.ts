import { useNavigate } from 'react-router';
import { handOver } from '#client/auth/between-screens.ts';
import { identityMessages } from '#client/auth/identity-error.ts';
import type { Product } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';

/**
 * Paying with the account. A buyer whose session has ended is told so, and goes on where guests do: at the login for the
 * cart, on its own page for one product, because the cart may hold what is not to be paid with it.
 * @param alone the product that is paid without the cart
 */
export function useAccountCheckout(alone?: Product): Checkout {
  const navigate = useNavigate();
  return useCheckout({
    from: alone ? 'product' : 'cart',
    onSignedOut() {
      handOver({ notice: identityMessages.signedOut });
      void navigate(alone ? paths.guestCheckout(alone.id) : paths.shopLogin());
    },
  });
}
