import { ViewTransition } from 'react';
import { acrossAPhone, Picture } from '#client/ui/Picture.tsx';
import type { Product } from '#shared/catalogue.ts';
import { imageAltOf } from '#shared/product-words.ts';
import styles from './Cover.module.css';

interface CoverProps {
  product: Pick<Product, 'world'>;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes?: string;
  /** Beside the product's own title the picture needs no words. */
  decorative?: boolean;
  /** In the first screen of a page: fetched at once and first. */
  first?: boolean;
}

/** On a shelf: one column on phones, then two to four. */
const onShelf = `${acrossAPhone},23rem`;

/** The cover of a product that goes along from page to page: once on each, or the browser would not know which one is meant. */
export function MovingCover({ product, ...rest }: CoverProps & { product: Pick<Product, 'id' | 'world'> }) {
  return (
    <ViewTransition name={`cover-${product.id}`} default="none" share="cover">
      <Cover product={product} {...rest} />
    </ViewTransition>
  );
}

/** A cover, 3:4 like a book. Its size is known before it arrives, so nothing moves. */
export function Cover({ product, sizes = onShelf, decorative = false, first = false }: CoverProps) {
  return (
    <Picture
      className={styles['cover']}
      crops={[{ art: product.world, sizes }]}
      alt={decorative ? '' : imageAltOf(product)}
      first={first}
    />
  );
}
