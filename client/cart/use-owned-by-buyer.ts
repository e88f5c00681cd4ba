import { useGiftChoice } from './gift-choice.ts';
import { useOwnedProducts } from './use-owned-products.ts';

const nothing: ReadonlySet<string> = new Set();

/** `useOwnedProducts` for a purchase: nothing for a gift, because the buyer may well own what is given away. */
export function useOwnedByBuyer(wanted: boolean): ReadonlySet<string> {
  const owned = useOwnedProducts(wanted);
  return useGiftChoice() ? nothing : owned;
}
