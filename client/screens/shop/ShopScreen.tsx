import { useSessionHint } from '#client/auth/session-hint.ts';
import { useCart } from '#client/cart/cart.ts';
import { useOwnedProducts } from '#client/cart/use-owned-products.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { WithFact } from '#client/shell/WithFact.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { facts } from '#facts';
import { listedProducts, type Product } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { ProductCard } from './ProductCard.tsx';
import styles from './ShopScreen.module.css';

/** The shop: games and bundles first, add-ons below. */
export function ShopScreen() {
  const ownedIds = useOwnedProducts(useSessionHint());
  return (
    <Page width="wide">
      <RouteHead
        route="shop"
        description="Audio role-playing adventures for one listener: Lone Wolf, F.I.S.T., the bundle of both, and expansions."
      />
      <Breadcrumbs trail={[{ title: 'Home', href: paths.home() }, { title: 'Shop' }]} />
      <PageHeading lead="Each one is a whole night in the dark. You buy it once, and it waits in the app on every phone you log in with.">
        Adventures
      </PageHeading>
      <Shelf products={listedProducts(['game', 'bundle'])} heading="h2" ownedIds={ownedIds} first />
      <div className={styles['second']}>
        <h2>Expansions &amp; Add-Ons</h2>
        <Shelf products={listedProducts(['expansion'])} heading="h3" ownedIds={ownedIds} />
      </div>
      <WithFact fact={facts.links.merchandiseShop}>
        {(href) => (
          <p className={styles['merchandise']}>
            Shirts, prints and things that glow faintly: <a href={href}>the merchandise shop</a>.
          </p>
        )}
      </WithFact>
    </Page>
  );
}

interface ShelfProps {
  products: readonly Product[];
  heading: 'h2' | 'h3';
  ownedIds: ReadonlySet<string>;
  /** The first row's covers are in the first screen. */
  first?: boolean;
}

function Shelf({ products, heading, ownedIds, first }: ShelfProps) {
  const cart = useCart();
  return (
    <div className={styles['shelf']}>
      <ul className={styles['covers']}>
        {products.map((product, index) => (
          <li key={product.id} className={styles['place']}>
            <ProductCard
              product={product}
              heading={heading}
              ownedIds={ownedIds}
              first={first && index === 0}
            />
          </li>
        ))}
      </ul>
      {cart.products.length > 0 ? <ButtonLink href={paths.cart()}>Continue to Checkout</ButtonLink> : null}
    </div>
  );
}
