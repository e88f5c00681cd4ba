import { downloadAddress } from '#client/api/downloads.ts';
import { OpeningWaits } from '#client/app-link/OpeningWaits.tsx';
import { MovingCover } from '#client/cart/Cover.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { SoundRings } from '#client/ui/SoundRings.tsx';
import type { Loaded } from '#client/ui/use-loaded.ts';
import { paths } from '#shared/routes.ts';
import styles from './MyProducts.module.css';
import type { ShelfItem } from './shelf.ts';

/** The account's shelf. */
export function MyProducts({
  products,
  onRetry,
}: {
  products: Loaded<readonly ShelfItem[]>;
  onRetry: () => void;
}) {
  return (
    <LoadedPart
      loaded={products}
      label="Loading your products"
      failed="Your products could not be loaded"
      onRetry={onRetry}
    >
      {(items) => <Shelf items={items} />}
    </LoadedPart>
  );
}

function Shelf({ items }: { items: readonly ShelfItem[] }) {
  if (items.length === 0) {
    return (
      <EmptyState>
        <OpeningWaits />
        <p>You have no products yet. What you buy with this account's email address appears here.</p>
        <ButtonLink href={paths.shop()}>Go to the shop</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className={styles['shelf']}>
      {items.map((item) => (
        <li key={item.kind === 'product' ? item.product.id : item.id}>
          <Item item={item} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: { item: ShelfItem }) {
  if (item.kind === 'download') {
    return (
      <div className={styles['item']} data-world={item.world}>
        <div className={styles['book']}>
          <SoundRings size="large" />
        </div>
        <p className={styles['title']}>{item.title}</p>
        <a href={downloadAddress(item.id)} download>
          {item.link}
        </a>
      </div>
    );
  }
  const { product } = item;
  return (
    <a className={styles['item']} href={paths.product(product.url)} data-world={product.world}>
      <MovingCover product={product} decorative />
      <span className={styles['title']}>{product.title}</span>
    </a>
  );
}
