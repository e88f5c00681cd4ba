import { Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { useSessionHint } from '#client/auth/session-hint.ts';
import { AddToCart } from '#client/cart/AddToCart.tsx';
import { Cover } from '#client/cart/Cover.tsx';
import { InYourLibrary } from '#client/cart/InYourLibrary.tsx';
import { NeedsCoreGame } from '#client/cart/NeedsCoreGame.tsx';
import { ProductTitle } from '#client/cart/ProductTitle.tsx';
import { useOwnedProducts } from '#client/cart/use-owned-products.ts';
import { Document, textsByHome } from '#client/content/Document.tsx';
import { LateDetails } from '#client/content/LateDetails.tsx';
import { PageHead } from '#client/shell/PageHead.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { HtmlProse } from '#client/ui/Prose.tsx';
import { type Product, productBySlug } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { descriptionOf, detailsOf, whatItIs } from '#shared/product-words.ts';
import { paths } from '#shared/routes.ts';
import styles from './ProductScreen.module.css';

/** Long texts are in the page's HTML; the script that knows them may come after everything else. */
const longTexts = textsByHome(import.meta.glob('../../../adventures/*/product.md'));

/** One product. A slug that nothing is sold under leads back to the shelf. */
export function ProductScreen() {
  const { slug = '' } = useParams();
  const product = productBySlug(slug);
  return product ? <ProductDetails product={product} /> : <Navigate to={paths.shop()} replace />;
}

function ProductDetails({ product }: { product: Product }) {
  const ownedIds = useOwnedProducts(useSessionHint());
  const longText = longTexts.get(product.world);
  return (
    <Page width="wide" world={product.world}>
      <PageHead
        title={product.preOrder ? `${product.title} (Pre-Order)` : product.title}
        description={plainText(descriptionOf(product))}
        canonical={paths.product(product.url)}
        indexed={!product.hidden}
      />
      <Breadcrumbs
        trail={[
          { title: 'Home', href: paths.home() },
          { title: 'Shop', href: paths.shop() },
          { title: product.title },
        ]}
      />
      <article className={styles['product']}>
        <div className={styles['stage']}>
          <Cover product={product} sizes="(width < 56rem) 92vw, 26rem" first />
        </div>
        <div className={styles['offer']}>
          <h1 tabIndex={-1}>
            <ProductTitle product={product} />
          </h1>
          <HtmlProse html={descriptionOf(product)} />
          <dl className={styles['facts']}>
            <dt>What it is</dt>
            <dd>{whatItIs(product).product}</dd>
            <dt>You need</dt>
            <dd>A phone with Android or iOS, our free app, and headphones</dd>
            <dt>You hear</dt>
            <dd>Professional voice actors, music, and sound from all around you</dd>
          </dl>
          <p className={styles['price']}>
            {formatSek(product.priceOre)} <span className={styles['vat']}>VAT included</span>
          </p>
          <div className={styles['buttons']}>
            <InYourLibrary product={product} ownedIds={ownedIds} />
            <AddToCart product={product} variant={ownedIds.has(product.id) ? 'quiet' : 'primary'} />
            <ButtonLink href={paths.guestCheckout(product.id)} variant="quiet">
              Buy without an account
            </ButtonLink>
          </div>
          <NeedsCoreGame product={product} ownedIds={ownedIds} />
        </div>
        <div className={styles['story']}>
          <Suspense fallback={null}>{longText ? <Document text={longText} /> : null}</Suspense>
          <LateDetails details={detailsOf(product)} />
        </div>
      </article>
    </Page>
  );
}

/** The catalogue's HTML without its tags, for search results. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
