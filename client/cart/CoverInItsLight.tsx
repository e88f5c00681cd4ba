import type { Product } from '#shared/catalogue.ts';
import { Cover } from './Cover.tsx';
import styles from './CoverInItsLight.module.css';

/** A cover beside a form, with its own light on the wall behind; nothing while the product is unknown. */
export function CoverInItsLight({ product }: { product: Pick<Product, 'world'> | undefined }) {
  return product ? (
    <div className={styles['wall']} data-world={product.world}>
      <Cover product={product} sizes="(width < 64rem) 100vw, 24rem" decorative />
    </div>
  ) : null;
}
