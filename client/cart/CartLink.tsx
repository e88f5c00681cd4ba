import { paths } from '#shared/routes.ts';
import styles from './CartLink.module.css';
import { useCart } from './cart.ts';

/**
 * The link to the cart, with the number of products: "A cart icon shows a count badge when the cart is not empty and leads to
 * /shop/checkout" (specification, section 2).
 */
export function CartLink() {
  const count = useCart().products.length;
  return (
    <a className={styles['cart']} href={paths.cart()} aria-label={`Cart, ${countText(count)}`}>
      <svg className={styles['icon']} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 8.5h14l-1.2 11.3H6.2L5 8.5Z" />
        <path d="M8.6 11V7.2a3.4 3.4 0 0 1 6.8 0V11" />
      </svg>
      {count > 0 ? <span className={styles['badge']}>{count}</span> : null}
    </a>
  );
}

function countText(count: number): string {
  if (count === 0) return 'empty';
  return count === 1 ? '1 product' : `${count} products`;
}
