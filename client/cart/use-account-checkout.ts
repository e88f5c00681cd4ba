import { useNavigate } from 'react-router';
import { handOver } from '#client/auth/between-screens.ts';
import { identityMessages } from '#client/auth/identity-error.ts';
import { paths } from '#shared/routes.ts';
import type { LastCheckout } from './last-checkout.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';

/**
 * Paying with the account. A buyer whose session has ended is sent to the login, told why, and returns to the cart.
 * @param putIntoCart called before that, for what is paid without the cart
 */
export function useAccountCheckout(from: LastCheckout['from'] = 'cart', putIntoCart?: () => void): Checkout {
  const navigate = useNavigate();
  return useCheckout({
    from,
    onSignedOut() {
      putIntoCart?.();
      handOver({ notice: identityMessages.signedOut });
      void navigate(paths.shopLogin());
    },
  });
}
