// The product list for the mobile app.

import type { Products } from '#shared/api/products.ts';
import { listedProducts, type Product } from '#shared/catalogue.ts';
import { currency } from '#shared/money.ts';
import { descriptionOf, imageAltOf } from '#shared/product-words.ts';
import { opensOn } from '#shared/release-days.ts';
import { paths } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';

/**
 * The products that are for sale, in the order of the shop.
 * @param publicUrl the site's own address, without a trailing slash
 */
export function productList(publicUrl: string, now: Date): Products {
  const today = shopDay(now);
  const products = listedProducts(['game', 'bundle', 'expansion']);
  return { products: products.map((product) => describe(product, publicUrl, today)) };
}

function describe(product: Product, publicUrl: string, today: string): Products['products'][number] {
  const { id, title, type, preOrder, priceOre, image, url, unlocks, needs = [] } = product;
  return {
    id,
    title,
    type,
    preOrder,
    description: descriptionOf(product),
    priceOre,
    currency,
    picture: { url: `${publicUrl}${image}`, alt: imageAltOf(product) },
    page: `${publicUrl}${paths.product(url)}`,
    unlocks: [...unlocks],
    needs: [...needs],
    releasesOn: opensOn(product, today),
  };
}
