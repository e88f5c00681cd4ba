import { Suspense } from 'react';
import { Navigate } from 'react-router';
import { useSessionHint } from '#client/auth/session-hint.ts';
import { AddToCart } from '#client/cart/AddToCart.tsx';
import { MovingCover } from '#client/cart/Cover.tsx';
import { InYourLibrary } from '#client/cart/InYourLibrary.tsx';
import { ProductTitle } from '#client/cart/ProductTitle.tsx';
import { useOwnedProducts } from '#client/cart/use-owned-products.ts';
import { Document, textsByHome } from '#client/content/Document.tsx';
import { lateComponent } from '#client/content/late.ts';
import { PageHead } from '#client/shell/PageHead.tsx';
import { useParameter } from '#client/shell/use-parameter.ts';
import { ListenButton } from '#client/sound/ListenButton.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { acrossAPhone } from '#client/ui/Picture.tsx';
import { HtmlProse } from '#client/ui/Prose.tsx';
import { type Product, productBySlug } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { markedTitle } from '#shared/pre-order-mark.ts';
import { descriptionOf } from '#shared/product-words.ts';
import { paths } from '#shared/routes.ts';
import styles from './ProductScreen.module.css';
import { soundOf } from './sound-of.ts';

/** Long texts are in the prerendered HTML; their script may load last. */
const longTexts = textsByHome(import.meta.glob('../../../adventures/*/product.md'));
const OtherWays = lateComponent(() => import('./ProductAbout.tsx').then((part) => part.OtherWays));
const About = lateComponent(() => import('./ProductAbout.tsx').then((part) => part.ProductAbout));
const Around = lateComponent(() => import('./ProductAbout.tsx').then((part) => part.ProductAround));

/** A product page. An unknown slug redirects to the shop. */
export function ProductScreen() {
  const product = productBySlug(useParameter());
  // Keyed, so that sound of one product stops on the next one's page.
  return product ? (
    <ProductDetails key={product.id} product={product} />
  ) : (
    <Navigate to={paths.shop()} replace />
  );
}

function ProductDetails({ product }: { product: Product }) {
  const ownedIds = useOwnedProducts(useSessionHint());
  const longText = longTexts.get(product.world);
  const heard = soundOf(product);
  const buy = product.discontinued ? null : (
    <AddToCart product={product} variant={ownedIds.has(product.id) ? 'quiet' : 'primary'} />
  );
  return (
    <div className={styles['room']} data-world={product.world}>
      <PageHead
        // Not that of the adventure's own page: in tabs, histories and search results both stand side by side.
        title={`${product.discontinued ? '' : 'Buy '}${markedTitle(product)}`}
        description={plainText(descriptionOf(product))}
        canonical={paths.product(product.url)}
        indexed={!product.hidden}
      />
      <div className={styles['crumbs']}>
        <Breadcrumbs
          trail={[
            { title: 'Home', href: paths.home() },
            { title: 'Shop', href: paths.shop() },
            { title: product.title },
          ]}
        />
      </div>
      <article className={styles['product']}>
        <div className={styles['hero']}>
          <div className={styles['stage']}>
            <MovingCover product={product} sizes={`${acrossAPhone}, (width < 64rem) 40vw, 26rem`} first />
          </div>
          <h1 className={styles['title']} tabIndex={-1}>
            <ProductTitle product={product} />
          </h1>
        </div>
        <div className={styles['words']}>
          <HtmlProse html={descriptionOf(product)} />
          {heard ? (
            <div className={styles['listen']}>
              <ListenButton world={heard} name={product.title} door={buy} variant="quiet" />
            </div>
          ) : null}
        </div>
        {/* One bar for both: in the layout, and sticky when that is scrolled away. */}
        {buy ? (
          <div className={styles['bar']}>
            <p className={styles['price']}>
              {formatSek(product.priceOre)} <span className={styles['vat']}>VAT included</span>
            </p>
            <InYourLibrary product={product} ownedIds={ownedIds} />
            {buy}
          </div>
        ) : null}
        <div className={styles['guest']}>
          <Suspense fallback={null}>
            <OtherWays product={product} ownedIds={ownedIds} />
          </Suspense>
        </div>
        <div className={styles['story']}>
          <Suspense fallback={null}>
            <About product={product} />
          </Suspense>
          <Suspense fallback={null}>{longText ? <Document text={longText} /> : null}</Suspense>
          <Suspense fallback={null}>
            <Around product={product} />
          </Suspense>
        </div>
      </article>
    </div>
  );
}

/** The catalogue's HTML without its tags, for search results. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
