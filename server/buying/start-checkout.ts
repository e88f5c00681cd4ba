// Checkout: a cart becomes a checkout session at the payment provider.

import { refuseBeingErased } from '#server/identity/erased-accounts.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import { type CheckoutRequest, mostCheckoutProducts } from '#shared/api/checkout.ts';
import { type Product, productOnSale } from '#shared/catalogue.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { oreFromSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts';
import { closeOlderCheckouts, unseenGift } from './close-older-checkouts.ts';
import { browserHashOf } from './opened-checkouts.ts';
import type { OrderStatusNeeds } from './order-status.ts';

interface StartCheckoutNeeds extends OrderStatusNeeds {
  allowedOrigins: readonly string[];
}

/** Who pays: an account or a guest, in a browser that is recognised by the id in its cookie. */
export interface Buyer {
  account: Account | null;
  browserId: string;
}

/**
 * Opens a checkout session for a cart and returns its payment URL. Prices come from the catalogue. A signed-in buyer's
 * verified address takes precedence over the posted one, so that the purchase lands on the account. The same buyer's
 * older payment pages for some of the same products are closed; when one of them was completed already, or an earlier gift of the
 * same was paid and its card not written, the answer is the page of that order.
 * @throws {Refusal} when the cart, the address or the origin is not right, and `deletion_under_way` for an account whose deletion
 * is noted; nothing is created then
 * @throws {PaymentProviderUnavailable}
 * @throws {Refusal} `idempotency_conflict`
 */
export async function startCheckout(
  needs: StartCheckoutNeeds,
  request: CheckoutRequest,
  { account, browserId }: Buyer,
  idempotencyKey: string | null,
): Promise<{ redirect_url: string }> {
  if (account) await needs.ledger.read(() => refuseBeingErased(account.id));
  const products = cartProducts(request.products);
  const posted = withoutTrailingSlashes(request.baseUrl);
  const origin = needs.allowedOrigins.find((allowed) => allowed === posted);
  if (origin === undefined) {
    throw new Refusal('origin_not_allowed', "Send the site's own origin as baseUrl.", 'baseUrl');
  }
  const email = buyersAddress(account, request.email ?? '');
  const accountId = account?.id ?? null;
  const isGift = request.gift === true;
  const { id, url, expiresAt } = await needs.payments.createCheckoutSession({
    products,
    email,
    accountId,
    isGift,
    origin,
    idempotencyKey,
  });
  const browserHash = browserHashOf(browserId);
  // Buying two gifts of the same, or one to give and one to keep, is intended: then no page closes another.
  const opened = {
    checkoutSessionId: id,
    accountId,
    browserHash,
    expiresAt,
    products: isGift ? [] : products,
  };
  const completed =
    (await closeOlderCheckouts(needs, opened)) ?? (isGift ? await unseenGift(needs, opened, products) : null);
  // Nobody has seen the new page: it expires by itself within a day.
  if (completed !== null)
    return { redirect_url: `${origin}${paths.success()}?session_id=${completed}&again=1` };
  return { redirect_url: url };
}

/**
 * The verified address of an account, or the posted one. Only the posted one is validated: a verified address receives
 * mail, and some people have one that the form would reject, such as `o'neil@example.com`.
 */
function buyersAddress(account: Account | null, posted: string): string {
  if (account?.emailVerified) return normaliseEmail(account.email);
  const email = normaliseEmail(posted);
  if (!isEmail(email)) throw new Refusal('invalid_email', inputMessages.emailInvalid, 'email');
  return email;
}

/** The catalogue's products of a posted cart, without duplicates. */
function cartProducts(posted: CheckoutRequest['products']): Product[] {
  if (posted.length === 0) throw new Refusal('cart_empty', 'Put a product into the cart first.', 'products');
  if (posted.length > mostCheckoutProducts) {
    throw new Refusal('too_many_products', `Send at most ${mostCheckoutProducts} products.`, 'products');
  }
  const products = posted.map(({ id, price }, index) => {
    const product = productOnSale(id);
    if (!product) {
      throw new Refusal(
        'unknown_product',
        'Remove the product that the shop does not sell.',
        `products.${index}.id`,
      );
    }
    if (price !== undefined && oreFromSek(price) !== product.priceOre) {
      throw new Refusal(
        'price_changed',
        'The posted price is not the price of the product. Reload the shop and look at the price again.',
        `products.${index}.price`,
      );
    }
    return product;
  });
  return [...new Set(products)];
}
