import type { Product } from '#shared/catalogue.ts';
import { preOrderMark } from '#shared/pre-order-mark.ts';
import styles from './ProductTitle.module.css';

/** A product's title, marked when it is sold ahead of its release. */
export function ProductTitle({ product }: { product: Pick<Product, 'title' | 'preOrder'> }) {
  return (
    <>
      {product.title}
      {product.preOrder ? (
        <>
          {' '}
          <span className={styles['marker']}>{preOrderMark}</span>
        </>
      ) : null}
    </>
  );
}
