import { Cover } from '#client/cart/Cover.tsx';
import { useGiftChoice } from '#client/cart/gift-choice.ts';
import { ProductTitle } from '#client/cart/ProductTitle.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import type { Product } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import styles from './BuyWithoutAccount.module.css';
import { GuestGift } from './GuestGift.tsx';

/** For guests: each product in the cart can be bought with only an e-mail address. */
export function BuyWithoutAccount({ products }: { products: readonly Product[] }) {
  const isGift = useGiftChoice();
  const [first, ...others] = products;
  if (!first) return null;
  return (
    <section className={styles['guest']} aria-labelledby="guest">
      <h2 id="guest" className={styles['heading']}>
        Buy without an account
      </h2>
      {others.length === 0 ? (
        <OnlyOne product={first} isGift={isGift} />
      ) : isGift ? (
        <GuestGift products={products} />
      ) : (
        <OneAtATime products={products} />
      )}
    </section>
  );
}

/** For a cart with one product: the shortest way to pay. */
function OnlyOne({ product, isGift }: { product: Product; isGift: boolean }) {
  return (
    <div className={styles['one']} data-world={product.world}>
      <div className={styles['cover']}>
        <Cover product={product} sizes="6rem" decorative />
      </div>
      <div className={styles['words']}>
        <p>
          <strong>
            <ProductTitle product={product} />
          </strong>
          , {formatSek(product.priceOre)}.{' '}
          <span>
            {isGift
              ? 'An email address is enough: yours, for the receipt.'
              : 'An email address is enough; log in to the app with the same one.'}
          </span>
        </p>
        <ButtonLink href={paths.guestCheckout(product.id)} label={`Go on as a guest: ${product.title}`}>
          Go on as a guest
        </ButtonLink>
      </div>
    </div>
  );
}

function OneAtATime({ products }: { products: readonly Product[] }) {
  return (
    <>
      <p>
        An email address is enough, one adventure at a time. Log in to the app with the same address later.
      </p>
      <ul className={styles['list']}>
        {products.map(({ id, title, priceOre }) => (
          <li key={id} className={styles['entry']}>
            <span>
              <strong>{title}</strong>, {formatSek(priceOre)}
            </span>
            <ButtonLink variant="quiet" href={paths.guestCheckout(id)} label={`Go on as a guest: ${title}`}>
              Go on as a guest
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}
