import { AddToCart } from '#client/cart/AddToCart.tsx';
import { MovingCover } from '#client/cart/Cover.tsx';
import { InYourLibrary } from '#client/cart/InYourLibrary.tsx';
import { ProductTitle } from '#client/cart/ProductTitle.tsx';
import { ListenButton } from '#client/sound/ListenButton.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { HtmlProse } from '#client/ui/Prose.tsx';
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx';
import type { Product } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { descriptionOf } from '#shared/product-words.ts';
import { paths } from '#shared/routes.ts';
import styles from './ProductCard.module.css';
import { soundOf } from './sound-of.ts';

interface ProductCardProps {
  product: Product;
  heading: 'h2' | 'h3';
  /** Ids of what the signed-in visitor owns; empty for nobody or when it is not known. */
  ownedIds: ReadonlySet<string>;
  first?: boolean | undefined;
}

/** A product in the shop. */
export function ProductCard({ product, heading: Heading, ownedIds, first }: ProductCardProps) {
  const href = paths.product(product.url);
  const heard = soundOf(product);
  const buy = <AddToCart product={product} variant={ownedIds.has(product.id) ? 'quiet' : 'primary'} />;
  return (
    <article className={styles['card']} data-world={product.world}>
      <div className={styles['cover']}>
        <MovingCover product={product} decorative first={first} />
        {heard ? <ListenButton world={heard} name={product.title} door={buy} variant="quiet" round /> : null}
      </div>
      <div className={styles['text']}>
        <Heading className={styles['title']}>
          {/* The whole card is a link to the product. */}
          <a className={styles['link']} href={href}>
            <ProductTitle product={product} />
          </a>
        </Heading>
        <HtmlProse html={descriptionOf(product)} />
        <p className={styles['price']}>
          {formatSek(product.priceOre)} <span className={styles['vat']}>VAT included</span>
        </p>
        <div className={styles['buttons']}>
          <InYourLibrary product={product} ownedIds={ownedIds} />
          {buy}
          <ButtonLink href={href} variant="quiet">
            Read More<VisuallyHidden>: {product.title}</VisuallyHidden>
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
