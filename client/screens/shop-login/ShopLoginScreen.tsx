import { useEffect } from 'react';
import { AccountPending } from '#client/auth/AccountPending.tsx';
import { useAccount, useWasSignedIn } from '#client/auth/account.ts';
import { setCheckoutWaits, takeCheckout } from '#client/auth/between-screens.ts';
import { identityMessages } from '#client/auth/identity-error.ts';
import { SignInForm } from '#client/auth/SignInForm.tsx';
import { useHeadingFocus } from '#client/auth/use-heading-focus.ts';
import { CartAdvice } from '#client/cart/CartAdvice.tsx';
import { CartNews, useRemoved } from '#client/cart/CartNews.tsx';
import { CoverInItsLight } from '#client/cart/CoverInItsLight.tsx';
import { useCart } from '#client/cart/cart.ts';
import { useGiftChoice } from '#client/cart/gift-choice.ts';
import { useOwnedByBuyer } from '#client/cart/use-owned-by-buyer.ts';
import { PageHead } from '#client/shell/PageHead.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { Beside, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { paths } from '#shared/routes.ts';
import { BuyWithoutAccount } from './BuyWithoutAccount.tsx';
import { CheckoutAsUser } from './CheckoutAsUser.tsx';

/** `/shop/login`: the step between the cart and the payment. Whoever signs in here pays here: it says who is logged in. */
export function ShopLoginScreen() {
  const account = useAccount();
  const cart = useCart();
  const removed = useRemoved();
  const ownedIds = useOwnedByBuyer(true);
  const isGift = useGiftChoice();
  const wasSignedIn = useWasSignedIn(account);
  const isSignedIn = account.status === 'signed-in';
  const waiting = !isSignedIn && cart.products.length > 0;
  const guest = isSignedIn ? null : <BuyWithoutAccount products={cart.products} />;
  // One product, or one gift, needs only an address: the shortest way is shown first. The same before the account's
  // answer has arrived: if the form moved then, the text being typed would be lost.
  const isGuestFirst = cart.products.length === 1 || isGift;
  useHeadingFocus(account);

  useEffect(() => {
    if (!waiting) return;
    return () => {
      // After a detour to a new password or a new account the buyer still returns to paying. Not after other pages: whoever
      // signs in later may want something else.
      const detours = [paths.forgotPassword(), paths.createAccount()];
      setCheckoutWaits(detours.includes(window.location.pathname));
    };
  }, [waiting]);

  return (
    <Page task width="wide">
      {isSignedIn ? <PageHead title="Checkout" indexed={false} /> : <RouteHead route="shopLogin" />}
      <Breadcrumbs
        trail={[{ title: 'Cart', href: paths.cart() }, { title: isSignedIn ? 'Checkout' : 'Login' }]}
      />
      <Beside picture={<CoverInItsLight product={cart.products[0]} />}>
        <PageHeading>{isSignedIn ? 'Checkout' : 'Login or Create Account'}</PageHeading>
        <CartNews removed={removed} />
        <CartAdvice ownedIds={ownedIds} />
        {isGuestFirst ? guest : null}
        {account.status === 'unknown' ? <AccountPending failure={account.failure} /> : null}
        {account.status === 'nobody' ? (
          <SignInForm
            onSignedIn={takeCheckout}
            reason={wasSignedIn && waiting ? identityMessages.signedOut : null}
          />
        ) : null}
        {account.status === 'signed-in' ? <CheckoutAsUser user={account.user} /> : null}
        {isGuestFirst ? null : guest}
      </Beside>
    </Page>
  );
}
