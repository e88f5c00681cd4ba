import type { Product } from '#shared/catalogue.ts';
import { Cover } from './Cover.tsx';
import styles from './CoverInItsLight.module.css';

/** The room of a cover until it is known whose: what stands below it on a phone does not move when it comes. */
export function CoverToCome() {
  return <div className={styles['toCome']} />;
}

/** A cover beside a form, with its own light on the wall behind; nothing while the product is unknown. */
export function CoverInItsLight({ product }: { product: Pick<Product, 'world'> | undefined }) {
  return product ? (
    <div className={styles['wall']} data-world={product.world}>
      <Cover product={product} sizes="(width < 64rem) 100vw, 24rem" decorative />
    </div>
  ) : null;
}
