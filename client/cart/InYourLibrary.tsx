import { ButtonLink } from '#client/ui/Button.tsx';
import type { Product } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';

interface InYourLibraryProps {
  product: Product;
  /** Ids of what the signed-in buyer owns; empty for nobody or when it is not known. */
  ownedIds: ReadonlySet<string>;
}

/** Says in the shop and on the product page that the account owns this already, with a link to it. */
export function InYourLibrary({ product, ownedIds }: InYourLibraryProps) {
  if (!ownedIds.has(product.id)) return null;
  return (
    <ButtonLink href={paths.account()} label={`In your library: ${product.title}`}>
      In your library
    </ButtonLink>
  );
}
