import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { OpeningWaits } from '#client/app-link/OpeningWaits.tsx';
import { useAccount } from '#client/auth/account.ts';
import { BuyersRights } from '#client/cart/BuyersRights.tsx';
import { CartAdvice } from '#client/cart/CartAdvice.tsx';
import { CartLines } from '#client/cart/CartLines.tsx';
import { CoverInItsLight } from '#client/cart/CoverInItsLight.tsx';
import { cartStore, useCart } from '#client/cart/cart.ts';
import { GiftChoice } from '#client/cart/GiftChoice.tsx';
import { chooseGift, useGiftChoice } from '#client/cart/gift-choice.ts';
import { NeedsCoreGame } from '#client/cart/NeedsCoreGame.tsx';
import { useAccountCheckout } from '#client/cart/use-account-checkout.ts';
import { useOwnedByBuyer } from '#client/cart/use-owned-by-buyer.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Beside, ButtonRow, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { productById, productOnSale } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import styles from './CartScreen.module.css';
import { NeedsScript } from './NeedsScript.tsx';
import { useQueryParameter } from './use-query-parameter.ts';

/** The shopping cart. Signed out, paying leads through the login; signed in, straight to the payment page. */
export function CartScreen() {
  const { ready, products } = useCart();
  const account = useAccount();
  const isEmpty = products.length === 0;
  const ownedIds = useOwnedByBuyer(!isEmpty);
  useGivenProduct();
  return (
    <Page task width="wide">
      <RouteHead route="cart" />
      <Breadcrumbs trail={[{ title: 'Shop', href: paths.shop() }, { title: 'Shopping cart' }]} />
      <Beside picture={<CoverInItsLight product={products[0]} />}>
        <PageHeading>Shopping cart</PageHeading>
        <NeedsScript />
        {ready ? null : <LoadingRings label="Opening your cart" />}
        {/* Before the cart is known as well: their live regions have to be there before what they say. */}
        <CartLines />
        <CartAdvice ownedIds={ownedIds} />
        {ready && !isEmpty ? <WayToPay ownedIds={ownedIds} /> : null}
        {ready && isEmpty ? (
          <EmptyState>
            <OpeningWaits />
            <p>No products in shopping cart</p>
            <ButtonLink href={paths.shop()}>Return to Shop</ButtonLink>
            {account.status === 'signed-in' ? (
              // A buyer who has just created an account for a purchase arrives here; the purchase is on the account page.
              <ButtonLink href={paths.account()} variant="quiet">
                See your products
              </ButtonLink>
            ) : null}
          </EmptyState>
        ) : null}
      </Beside>
    </Page>
  );
}

/**
 * Adds the product of a "Give it as a gift" link to the cart, as a gift. A link to what cannot be bought leads elsewhere, as
 * on the guest checkout, and leaves the cart and its choice as they are.
 */
function useGivenProduct(): void {
  const given = useQueryParameter('gift');
  const navigate = useNavigate();
  useEffect(() => {
    if (!given) return;
    const product = productById(given);
    const isSold = productOnSale(given) !== undefined;
    if (isSold) {
      cartStore.add(given);
      chooseGift(true);
    }
    const elsewhere = product ? paths.product(product.url) : paths.shop();
    void navigate(isSold ? paths.cart() : elsewhere, { replace: true });
  }, [given, navigate]);
}

function WayToPay({ ownedIds }: { ownedIds: ReadonlySet<string> }) {
  const { products, totalOre } = useCart();
  const account = useAccount();
  const isGift = useGiftChoice();
  const checkout = useAccountCheckout();
  return (
    <>
      {products.map((product) => (
        <NeedsCoreGame key={product.id} product={product} ownedIds={ownedIds} />
      ))}
      <GiftChoice several={products.length > 1} />
      {checkout.fault ? <Notice kind="error">{checkout.fault}</Notice> : null}
      <div className={styles['pay']}>
        {/* The total is in the cart already, for screen readers. */}
        <span className={styles['sum']} aria-hidden="true">
          {formatSek(totalOre)}
        </span>
        {account.status === 'signed-in' ? (
          <Button
            busy={checkout.busy}
            busyLabel="Preparing the payment"
            onClick={() => checkout.start(products, { email: account.user.email, signedIn: true, isGift })}
          >
            Checkout
          </Button>
        ) : (
          // Also while it is unknown who is signed in: the next page checks again and lets a signed-in buyer pay.
          <ButtonLink href={paths.shopLogin()}>Continue</ButtonLink>
        )}
      </div>
      <p className={styles['assurance']}>
        You pay on the page of Stripe. <BuyersRights />
      </p>
      <ButtonRow>
        <ButtonLink href={paths.shop()} variant="quiet">
          Keep looking
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
