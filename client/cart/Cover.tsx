import { ViewTransition } from 'react';
import { acrossAPhone, Picture } from '#client/ui/Picture.tsx';
import type { Product } from '#shared/catalogue.ts';
import { imageAltOf } from '#shared/product-words.ts';
import styles from './Cover.module.css';

interface CoverProps {
  product: Pick<Product, 'world'>;
  /** The `sizes` attribute. */
  sizes?: string;
  /** Beside the product's own title the picture needs no alternative text. */
  decorative?: boolean;
  /** In the first screen of a page: loaded eagerly with high priority. */
  first?: boolean | undefined;
}

/** In the shop: one column on phones, then two to four. */
const onShelf = `${acrossAPhone},23rem`;

/** A cover that animates from page to page (view transition): only once per page, because its name must be unique. */
export function MovingCover({ product, ...rest }: CoverProps & { product: Pick<Product, 'id' | 'world'> }) {
  return (
    <ViewTransition name={`cover-${product.id}`} default="none" share="cover">
      <Cover product={product} {...rest} />
    </ViewTransition>
  );
}

/** A cover, 3:4 like a book. Its size is known before it loads, so the layout does not shift. */
export function Cover({ product, sizes = onShelf, decorative, first }: CoverProps) {
  return (
    <Picture
      className={styles['cover']}
      crops={[{ art: product.world, sizes }]}
      alt={decorative ? '' : imageAltOf(product)}
      first={first}
    />
  );
}
