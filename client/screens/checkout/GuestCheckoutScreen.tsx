import { type FormEvent, useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { useAccount } from '#client/auth/account.ts';
import { clearHandover, peekHandover } from '#client/auth/between-screens.ts';
import { useSessionHint } from '#client/auth/session-hint.ts';
import { useHeadingFocus } from '#client/auth/use-heading-focus.ts';
import { AlreadyOwned } from '#client/cart/AlreadyOwned.tsx';
import { BuyersRights } from '#client/cart/BuyersRights.tsx';
import { Cover } from '#client/cart/Cover.tsx';
import { CoverInItsLight } from '#client/cart/CoverInItsLight.tsx';
import { GiftChoice } from '#client/cart/GiftChoice.tsx';
import { useGiftChoice } from '#client/cart/gift-choice.ts';
import { NeedsCoreGame } from '#client/cart/NeedsCoreGame.tsx';
import { ProductTitle } from '#client/cart/ProductTitle.tsx';
import { useCheckout } from '#client/cart/use-checkout.ts';
import { useGuestEmail } from '#client/cart/use-guest-email.ts';
import { useOwnedByBuyer } from '#client/cart/use-owned-by-buyer.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { useParameter } from '#client/shell/use-parameter.ts';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { BusyArea } from '#client/ui/busy-area.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Beside, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { useHydrated } from '#client/ui/use-hydrated.ts';
import { type Product, productById, productBySlug, productOnSale } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import styles from './GuestCheckoutScreen.module.css';
import { NeedsScript } from './NeedsScript.tsx';

/**
 * Guest checkout of one product with only an e-mail address; a signed-in buyer uses the account's. It is a form, because
 * "Enter submits" (specification, section 2). An unknown id redirects to the shop, one that is not sold any more to its page,
 * which says so.
 */
export function GuestCheckoutScreen() {
  const id = useParameter();
  const product = productById(id) ?? productBySlug(id);
  if (product && productOnSale(product.id)) return <GuestCheckout product={product} />;
  return <Navigate to={product ? paths.product(product.url) : paths.shop()} replace />;
}

function GuestCheckout({ product }: { product: Product }) {
  const hydrated = useHydrated();
  const { field, readAddress } = useGuestEmail();
  // Whoever was signed out while paying for this product again is sent here with a notice.
  const [signedOut, setSignedOut] = useState(() => peekHandover().notice !== null);
  const checkout = useCheckout({ from: 'product', onSignedOut: () => setSignedOut(true) });
  const mayBeSignedIn = useSessionHint();
  const ownedIds = useOwnedByBuyer(mayBeSignedIn);
  const isGift = useGiftChoice();
  const account = useAccount();
  // The server prefers a verified address over any other, so there is nothing to type.
  const owner = account.status === 'signed-in' && account.user.emailVerified ? account.user : null;
  // If the field that somebody is typing in is removed when the account's answer arrives, the focus moves to the part
  // that shows the account.
  useHeadingFocus(account, '#owner');
  const isLookingUp = account.status === 'unknown' && mayBeSignedIn;

  useEffect(clearHandover, []);
  useEffect(() => {
    if (signedOut) giveFocus(field.ref.current);
  }, [signedOut, field.ref]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (owner) {
      checkout.start([product], { email: owner.email, signedIn: true, isGift });
      return;
    }
    const email = readAddress();
    if (email === null) return;
    setSignedOut(false);
    checkout.start([product], { email, signedIn: false, isGift });
  };

  return (
    <Page task width="wide" world={product.world}>
      <RouteHead route="guestCheckout" />
      <Breadcrumbs
        trail={[
          { title: 'Shop', href: paths.shop() },
          { title: product.title, href: paths.product(product.url) },
          { title: 'Guest checkout' },
        ]}
      />
      <Beside picture={<CoverInItsLight product={product} />}>
        <PageHeading>Guest checkout</PageHeading>
        <div className={styles['bought']}>
          <Cover product={product} decorative />
          <div>
            <h2 className={styles['title']}>
              <ProductTitle product={product} />
            </h2>
            <p className={styles['price']}>{formatSek(product.priceOre)}, VAT included</p>
          </div>
        </div>
        <AlreadyOwned product={product} ownedIds={ownedIds} />
        <NeedsCoreGame product={product} ownedIds={ownedIds} />
        <NeedsScript />
        <BusyArea busy={checkout.busy}>
          <form className={styles['form']} method="post" onSubmit={submit} noValidate>
            {owner ? (
              <p id="owner" tabIndex={-1}>
                <span>
                  {`You are logged in as ${owner.username}. ${isGift ? 'The order' : 'What you buy'} belongs to your account, with the address`}
                </span>{' '}
                <strong translate="no">{owner.email}</strong>.
              </p>
            ) : (
              <EmailField
                {...field}
                label="Email address"
                hint={
                  isGift
                    ? 'Your own address, for the receipt. After paying you say who gets the gift.'
                    : 'Use the address that you will log in with in the app: what you buy belongs to it.'
                }
              />
            )}
            <GiftChoice several={false} />
            {isLookingUp ? (
              <p role="status">
                We are checking whether you are logged in. If you are, what you buy belongs to your account,
                whatever address stands here. You need not wait for it.
              </p>
            ) : null}
            {signedOut ? (
              <Notice kind="error">
                You have been signed out, and nothing was charged. Enter the email address to buy for, or{' '}
                <a href={paths.account()}>log in again</a>.
              </Notice>
            ) : null}
            {checkout.fault ? <Notice kind="error">{checkout.fault}</Notice> : null}
            {/* Disabled until client/start.ts runs: without scripts it could only submit the form to nowhere. */}
            <Button type="submit" disabled={!hydrated} busy={checkout.busy} busyLabel="Preparing the payment">
              Continue to Checkout
            </Button>
            <p className={styles['assurance']}>
              You pay on the page of Stripe, and come back here. <BuyersRights />
            </p>
          </form>
        </BusyArea>
        <p className={styles['aside']}>
          <span>
            {owner ? 'More than one thing to buy?' : 'More than one thing to buy, or an account already?'}
          </span>{' '}
          <a href={paths.cart()}>Go by way of the cart</a>.
        </p>
      </Beside>
    </Page>
  );
}
