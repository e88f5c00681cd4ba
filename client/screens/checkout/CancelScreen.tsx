import { useEffect, useLayoutEffect, useState } from 'react';
import { fetchOrder } from '#client/api/order.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { useAccount } from '#client/auth/account.ts';
import { AlreadyOwned } from '#client/cart/AlreadyOwned.tsx';
import { CartAdvice } from '#client/cart/CartAdvice.tsx';
import { CartLine, CartLineList, CartLines } from '#client/cart/CartLines.tsx';
import { cartStore, useCart } from '#client/cart/cart.ts';
import { useGiftChoice } from '#client/cart/gift-choice.ts';
import { keepLastCheckout, lastCheckout } from '#client/cart/last-checkout.ts';
import { PayAgain } from '#client/cart/PayAgain.tsx';
import { useOwnedByBuyer } from '#client/cart/use-owned-by-buyer.ts';
import { PageHead } from '#client/shell/PageHead.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { focusOn, useRescuedFocus } from '#client/ui/keep-focus.ts';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { ButtonRow, Page, Stack } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { StatusRegion } from '#client/ui/StatusRegion.tsx';
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx';
import { type Product, productOnSale } from '#shared/catalogue.ts';
import { paths, routes } from '#shared/routes.ts';
import { NeedsScript } from './NeedsScript.tsx';
import { OrderReport } from './OrderReport.tsx';
import type { OrderState } from './order-polling.ts';
import { isUnpaid } from './order-words.ts';
import { SupportMail } from './SupportMail.tsx';
import { useSettledCart } from './use-settled-cart.ts';

/**
 * The page for a buyer who cancelled on the payment page. The cart is unchanged; a product from its own checkout page is
 * shown first.
 */
export function CancelScreen() {
  const { ready, products } = useCart();
  const { tried, removed, forget } = useTriedAlone();
  const ownedIds = useOwnedByBuyer(true);
  const rest = products.filter(({ id }) => id !== tried?.id);
  const paid = usePaidAfterAll();
  useSettledCart(paid?.id, paid?.state ?? asking);
  return (
    <Page task>
      {paid ? <PageHead title="Your order" indexed={false} /> : <RouteHead route="cancel" />}
      <PageHeading>{paid ? 'Your order' : 'Payment Cancelled'}</PageHeading>
      <StatusRegion>
        {paid ? (
          <>
            <p>An earlier payment was cancelled. The newest one of this tab went through all the same:</p>
            <OrderReport state={paid.state} />
          </>
        ) : null}
      </StatusRegion>
      {paid ? (
        <ButtonRow>
          <ButtonLink href={paths.order(paid.id)}>See your order</ButtonLink>
        </ButtonRow>
      ) : (
        <>
          <Stack gap="close">
            <p>
              Either the payment was cancelled or something went wrong. Please try again or contact our
              support team <SupportMail /> if the problem persists.
            </p>
            <p>
              Not sure whether you paid? <a href={routes.order.path}>Find your order</a> first.
            </p>
          </Stack>
          <VisuallyHidden>
            <span role="status">{removed}</span>
          </VisuallyHidden>
          <NeedsScript />
          {ready ? null : <LoadingRings label="Opening your cart" />}
          {ready && tried ? <Tried product={tried} ownedIds={ownedIds} onForget={forget} /> : null}
          <Stack>
            {tried && rest.length > 0 ? <h2>Also in your cart</h2> : null}
            {/* Also when they are empty: their live regions are there before what they say, and they keep the focus. */}
            <CartLines without={tried?.id} />
            {tried ? null : <CartAdvice ownedIds={ownedIds} />}
            {tried && rest.length > 0 ? (
              <ButtonLink href={paths.cart()} variant="quiet">
                Go to the cart
              </ButtonLink>
            ) : null}
            {ready && !tried ? <TryAgain /> : null}
          </Stack>
        </>
      )}
    </Page>
  );
}

/**
 * The order of this tab's latest checkout if it was paid: a buyer who pays and then presses Back comes to this page too.
 * While its state is unknown, it counts as cancelled.
 */
function usePaidAfterAll(): { id: string; state: OrderState } | null {
  const [paid, setPaid] = useState<{ id: string; state: OrderState } | null>(null);
  useRescuedFocus(paid);
  useEffect(() => {
    const id = lastCheckout()?.sessionId;
    if (!id) return;
    const leaving = new AbortController();
    fetchOrder(id, { signal: leaving.signal }).then(
      (order) => {
        if (isUnpaid(order) || leaving.signal.aborted) return;
        setPaid({ id, state: { kind: 'known', order, stillAsking: false } });
      },
      (error: unknown) => {
        if (!(error instanceof ApiProblem || leaving.signal.aborted)) throw error;
      },
    );
    return () => leaving.abort();
  }, []);
  return paid;
}

const asking: OrderState = { kind: 'asking' };

/** The one product that was tried from its own checkout page, a function that dismisses it, and the words for that. */
function useTriedAlone(): { tried: Product | null; removed: string; forget: () => void } {
  const [tried, setTried] = useState<Product | null>(null);
  const [removed, setRemoved] = useState('');
  // With the cart's lines, not a moment after them: nothing moves under a finger. A later update with a cover in it would
  // also be a view transition, and React (19.3) drops presses between the start of one and its change of the page.
  useLayoutEffect(() => {
    const last = lastCheckout();
    const [id] = last?.from === 'product' ? last.productIds : [];
    setTried((id === undefined ? undefined : productOnSale(id)) ?? null);
  }, []);
  const forget = () => {
    const last = lastCheckout();
    if (last) keepLastCheckout({ ...last, productIds: [] });
    if (tried) {
      cartStore.remove(tried.id);
      setRemoved(`${tried.title} removed.`);
    }
    setTried(null);
    // The focused button is gone with its line.
    focusOn();
  };
  return { tried, removed, forget };
}

interface TriedProps {
  product: Product;
  ownedIds: ReadonlySet<string>;
  onForget: () => void;
}

function Tried({ product, ownedIds, onForget }: TriedProps) {
  const isGift = useGiftChoice();
  return (
    <Stack>
      <h2>You were buying</h2>
      <CartLineList>
        <CartLine product={product} removeLabel={`Remove ${product.title}`} onRemove={onForget} />
      </CartLineList>
      <AlreadyOwned product={product} ownedIds={ownedIds} />
      <ButtonRow>
        <PayAgain products={[product]} text="Try Again" isGift={isGift} />
        <ButtonLink href={paths.shop()} variant="quiet">
          Return to Shop
        </ButtonLink>
      </ButtonRow>
    </Stack>
  );
}

/** The way back to the payment for the whole cart, or to the shop. */
function TryAgain() {
  const isGift = useGiftChoice();
  const { products } = useCart();
  const account = useAccount();
  if (products.length === 0) return <ButtonLink href={paths.shop()}>Return to Shop</ButtonLink>;
  return account.status === 'signed-in' ? (
    <PayAgain products={products} text="Try Again" isGift={isGift} />
  ) : (
    <ButtonLink href={paths.shopLogin()}>Try Again</ButtonLink>
  );
}
