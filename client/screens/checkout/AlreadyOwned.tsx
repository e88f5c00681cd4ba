import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { Product } from '#shared/catalogue.ts';

interface AlreadyOwnedProps {
  /** What is in the cart and on the buyer's account. */
  products: readonly Product[];
  onRemove: (id: string) => void;
}

/** Points out before paying what the signed-in buyer owns already. */
export function AlreadyOwned({ products, onRemove }: AlreadyOwnedProps) {
  return products.map(({ id, title }) => (
    <Notice
      key={id}
      kind="info"
      title={`You own ${title} already`}
      actions={
        <Button variant="quiet" onClick={() => onRemove(id)}>
          Take it out
        </Button>
      }
    >
      <p>It is on the account you are logged in with. There is no need to buy it again.</p>
    </Notice>
  ));
}
