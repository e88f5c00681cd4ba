import type { Product } from '#shared/catalogue.ts';
import styles from './Cover.module.css';

interface CoverProps {
  product: Pick<Product, 'image' | 'imageAlt'>;
  /** Beside the product's own title the picture needs no words. */
  decorative?: boolean;
  /** In the first screen of a page: fetched at once and first. */
  first?: boolean;
}

/** A cover, 3:4 like a book. Its size is known before it arrives, so nothing moves. */
export function Cover({ product, decorative = false, first = false }: CoverProps) {
  return (
    <img
      className={styles['cover']}
      src={product.image}
      alt={decorative ? '' : product.imageAlt}
      width={600}
      height={800}
      loading={first ? 'eager' : 'lazy'}
      {...(first ? { fetchPriority: 'high' as const } : {})}
      decoding="async"
    />
  );
}

/** The accent of a product's world, as `data-world` names it in tokens.css. */
export function worldOf({ image }: Pick<Product, 'image'>): string {
  return image.replace(/^.*\/|\.svg$/g, '');
}
