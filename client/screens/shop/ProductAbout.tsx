import { BuyersRights } from '#client/cart/BuyersRights.tsx';
import { Cover } from '#client/cart/Cover.tsx';
import { InYourLibrary } from '#client/cart/InYourLibrary.tsx';
import { NeedsCoreGame } from '#client/cart/NeedsCoreGame.tsx';
import { ProductTitle } from '#client/cart/ProductTitle.tsx';
import { LateDetails } from '#client/content/LateDetails.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx';
import { news } from '#homes/news';
import type { Product } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { bundlesWith, type Together } from '#shared/one-by-one.ts';
import { detailsOf, playedByEar, proofOf, whatItIs } from '#shared/product-words.ts';
import { paths } from '#shared/routes.ts';
import { NextDrawing } from './NextDrawing.tsx';
import styles from './ProductAbout.module.css';

/**
 * Alternatives to the cart: without an account, as a gift, and first a product that this one needs. Links, so they work
 * before hydration. What is discontinued has none, and says so.
 */
export function OtherWays({ product, ownedIds }: { product: Product; ownedIds: ReadonlySet<string> }) {
  if (product.discontinued)
    return (
      <>
        <p>
          <strong>This is no longer sold.</strong> If you own it, you keep it: it stays in the app, on every
          phone you log in with.
        </p>
        <InYourLibrary product={product} ownedIds={ownedIds} />
      </>
    );
  return (
    <>
      <ButtonLink href={paths.guestCheckout(product.id)} variant="quiet">
        Buy without an account
      </ButtonLink>
      <ButtonLink
        href={giftAddress(product.id)}
        variant="quiet"
        label={`Give it as a gift: ${product.title}`}
      >
        Give it as a gift
      </ButtonLink>
      <NeedsCoreGame product={product} ownedIds={ownedIds} />
    </>
  );
}

/** The cart page adds the product as a gift (`CartScreen`); the link works before hydration. */
const giftAddress = (id: string) => `${paths.cart()}?gift=${encodeURIComponent(id)}`;

/** What is included, and what happens after paying; nothing of what cannot be bought. */
export function ProductAbout({ product }: { product: Product }) {
  if (product.discontinued) return null;
  return (
    <>
      <section className={styles['part']} aria-labelledby="included">
        <h2 id="included">What you get</h2>
        <dl className={styles['facts']}>
          <dt>What it is</dt>
          <dd>{whatItIs(product).product}</dd>
          <dt>You hear</dt>
          <dd>Professional voice actors, music, and sound from all around you</dd>
          <dt>Without sight</dt>
          <dd>
            {playedByEar} <a href={paths.accessibility()}>More on accessibility</a>
          </dd>
          <dt>You need</dt>
          <dd>A phone with Android or iOS, our free app, and headphones</dd>
          <dt>It stays</dt>
          <dd>Bought once, and in the app on every phone you log in with</dd>
        </dl>
        <LateDetails details={detailsOf(product)} />
      </section>
      <section className={styles['part']} aria-labelledby="next">
        <h2 id="next">What happens next</h2>
        <ol className={styles['steps']}>
          <li>
            <NextDrawing of="payment" />
            <h3>You pay</h3>
            <p>
              On the page of Stripe, in one of the ways that work where you are. An email address will do.
            </p>
          </li>
          <li>
            <NextDrawing of="app" />
            <h3>You get the app</h3>
            <p>
              {`It is free. Log in with the same email address, and what you bought is there${product.preOrder ? ', a pre-order as soon as it is out' : ''}.`}
            </p>
          </li>
          <li>
            <NextDrawing of="headphones" />
            <h3>You put on headphones</h3>
            <p>Any will do. Turn off the light.</p>
          </li>
        </ol>
        <p className={styles['small']}>
          <BuyersRights />
        </p>
      </section>
    </>
  );
}

/** Related content: the bundle that contains it, and press releases. */
export function ProductAround({ product }: { product: Product }) {
  const worlds = [...new Set([product.world, ...product.unlocks])];
  const releases = worlds
    .flatMap((world) => news[world] ?? [])
    .toSorted((one, other) => other.date.localeCompare(one.date));
  const proofs = worlds.flatMap((world) => proofOf(world) ?? []);
  return (
    <>
      {bundlesWith(product).map((together) => (
        <Bundle key={together.bundle.id} together={together} isShown={together.bundle.id === product.id} />
      ))}
      {releases.length + proofs.length > 0 ? (
        <section className={styles['part']} aria-labelledby="so-far">
          <h2 id="so-far">How it came about</h2>
          {proofs.map((proof) => (
            <p key={proof}>{proof}</p>
          ))}
          <ul className={styles['news']}>
            {releases.map(({ slug, date, day, title }) => (
              <li key={slug}>
                <time dateTime={date}>{day}</time>
                <a href={paths.pressArticle(slug)}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

interface BundleProps {
  together: Together;
  /** Whether it is the page's own product: then its parts are named instead. */
  isShown: boolean;
}

function Bundle({ together: { bundle, parts, partsOre }, isShown }: BundleProps) {
  return (
    <section className={styles['bundle']} aria-labelledby="together">
      {isShown ? null : (
        <div className={styles['cover']}>
          <Cover product={bundle} sizes="8rem" decorative />
        </div>
      )}
      <div className={styles['sum']}>
        <h2 id="together">{isShown ? 'What it saves' : <ProductTitle product={bundle} />}</h2>
        <ul className={styles['lines']}>
          {parts.map((part) => (
            <li key={part.id}>
              {isShown ? <a href={paths.product(part.url)}>{part.title}</a> : <span>{part.title}</span>}
              <span>{formatSek(part.priceOre)}</span>
            </li>
          ))}
          <li>
            <span>One by one</span>
            <span>{formatSek(partsOre)}</span>
          </li>
          <li>
            <span>Together</span>
            <span>{formatSek(bundle.priceOre)}</span>
          </li>
        </ul>
        <p>
          <strong>{formatSek(partsOre - bundle.priceOre)} less</strong> together than one by one.
        </p>
        {isShown ? null : (
          <ButtonLink href={paths.product(bundle.url)} variant="quiet">
            See the bundle<VisuallyHidden>: {bundle.title}</VisuallyHidden>
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
