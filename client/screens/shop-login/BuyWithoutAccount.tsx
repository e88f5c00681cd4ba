import type { Product } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import styles from './BuyWithoutAccount.module.css';

/** For guests: each thing in the cart can be bought with no more than an email address. */
export function BuyWithoutAccount({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section className={styles['guest']} aria-labelledby="guest">
      <h2 id="guest" className={styles['heading']}>
        Buy without an account
      </h2>
      <p>
        An email address is enough, one adventure at a time. Log in to the app with the same address later.
      </p>
      <ul className={styles['list']}>
        {products.map(({ id, title, priceOre }) => (
          <li key={id}>
            <a className={styles['link']} href={paths.guestCheckout(id)}>
              {title}
            </a>
            , {formatSek(priceOre)}
          </li>
        ))}
      </ul>
    </section>
  );
}
