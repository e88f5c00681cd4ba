import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { Product } from '#shared/catalogue.ts';
import { ownedParts } from '#shared/overlapping-products.ts';
import { paths } from '#shared/routes.ts';

interface AlreadyOwnedProps {
  /** What is about to be paid for. */
  product: Product;
  /** Ids of what the signed-in buyer owns; empty for nobody or when it is not known. */
  ownedIds: ReadonlySet<string>;
  /** Removes the product from what is paid for; left out if it is the only one. */
  onRemove?: () => void;
}

/** Warns before paying that the signed-in buyer owns a product already, whole or in part. */
export function AlreadyOwned({ product, ownedIds, onRemove }: AlreadyOwnedProps) {
  const { id, title } = product;
  const parts = ownedParts(product, ownedIds);
  const whole = ownedIds.has(id);
  const owns = whole || parts.length > 0;
  return (
    <Notice
      kind="info"
      shown={owns}
      title={whole ? `You own ${title} already` : `You own a part of ${title} already`}
      actions={
        onRemove ? (
          <Button variant="quiet" label={`Take it out: ${title}`} onClick={onRemove}>
            Take it out
          </Button>
        ) : (
          <ButtonLink variant="quiet" href={paths.account()}>
            See your products
          </ButtonLink>
        )
      }
    >
      {whole ? (
        <p>It is on the account you are logged in with. There is no need to buy it again.</p>
      ) : (
        <p>
          {`${parts.map((part) => part.title).join(' and ')}: on the account you are logged in with. The price is for the whole of it.`}
        </p>
      )}
    </Notice>
  );
}
