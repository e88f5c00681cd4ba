import type { Product } from '#shared/catalogue.ts';
import { Cover } from './Cover.tsx';
import styles from './CoverInItsLight.module.css';

/** A cover beside what is done with it, its own light on the wall behind; nothing while it is not known which. */
export function CoverInItsLight({ product }: { product: Pick<Product, 'world'> | undefined }) {
  return product ? (
    <div className={styles['wall']} data-world={product.world}>
      <Cover product={product} sizes="(width < 64rem) 100vw, 24rem" decorative />
    </div>
  ) : null;
}
