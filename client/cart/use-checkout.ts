import { useCallback, useRef, useState } from 'react';
import { createCheckoutSession } from '#client/api/create-checkout-session.ts';
import { isUnauthorized } from '#client/api/problem.ts';
import { withFreshToken } from '#client/auth/account.ts';
import { useHoldsStill } from '#client/ui/busy-area.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { useDeparture } from '#client/ui/use-departure.ts';
import { useLeaving } from '#client/ui/use-leaving.ts';
import type { Product } from '#shared/catalogue.ts';
import { sekFromOre } from '#shared/money.ts';
import { orderIdIn } from '#shared/order-id.ts';
import { createCheckoutAttempts, leavesAttemptOpen } from './checkout-attempt.ts';
import { checkoutFaultText } from './checkout-faults.ts';
import { keepLastCheckout, type LastCheckout } from './last-checkout.ts';

interface Buyer {
  /** The account's address, or the one that a guest typed, trimmed and lower-cased. */
  email: string;
  /** True when the account pays: the call then has its token. */
  signedIn: boolean;
  /** Whether it is a gift. */
  isGift: boolean;
}

export interface Checkout {
  /** The payment page is being created, or the browser is on its way there. */
  busy: boolean;
  /** The error of the last attempt, as text for the buyer. */
  fault: string | null;
  /** Creates a payment page and sends the browser there. "Repeat submits are ignored while loading" (specification, section 5). */
  start(products: readonly Product[], buyer: Buyer): void;
}

interface CheckoutOptions {
  /** Whether the cart is paid, or one product on its own page. */
  from: LastCheckout['from'];
  /** The account's session has ended meanwhile. */
  onSignedOut: () => void;
}

/** Sends a buyer to the hosted payment page, unless they leave the screen before it is there. */
export function useCheckout({ from, onSignedOut }: CheckoutOptions): Checkout {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const attempts = useRef(createCheckoutAttempts());
  const underWay = useRef(false);
  const signedOut = useRef(onSignedOut);
  signedOut.current = onSignedOut;
  useBusy(busy);
  useHoldsStill(busy);

  const rest = useCallback(() => {
    underWay.current = false;
    setBusy(false);
  }, []);

  const leaving = useLeaving();
  const departFor = useDeparture(rest);

  const start = useCallback(
    (products: readonly Product[], { email, signedIn, isGift }: Buyer) => {
      if (underWay.current) return;
      underWay.current = true;
      setBusy(true);
      setFault(null);
      const request = {
        products: products.map(({ id, priceOre }) => ({ id, price: sekFromOre(priceOre) })),
        baseUrl: window.location.origin,
        email,
        ...(isGift && { gift: true }),
      };
      const idempotencyKey = attempts.current.keyFor(JSON.stringify({ request, signedIn }));
      const signal = leaving();
      const options = { idempotencyKey, signal };
      const answer = signedIn
        ? withFreshToken(({ idToken }) => createCheckoutSession(request, { ...options, idToken }))
        : createCheckoutSession(request, options);
      answer.then(
        ({ redirect_url }) => {
          attempts.current.settled();
          keepLastCheckout({
            productIds: products.map(({ id }) => id),
            from,
            sessionId: orderIdIn(redirect_url),
          });
          departFor(redirect_url);
        },
        (error: unknown) => {
          if (signal.aborted) return;
          if (!leavesAttemptOpen(error)) attempts.current.settled();
          rest();
          if (signedIn && isUnauthorized(error)) signedOut.current();
          else setFault(checkoutFaultText(error));
        },
      );
    },
    [rest, departFor, leaving, from],
  );

  return { busy, fault, start };
}
