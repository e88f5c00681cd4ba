import { useLocation } from 'react-router';
import { useHydrated } from '#client/ui/use-hydrated.ts';

/**
 * A query parameter of the page's URL, which the prerendered page does not know.
 * @returns `undefined` while prerendering and hydrating, `null` when the URL has none, or an empty one
 */
export function useQueryParameter(name: string): string | null | undefined {
  const { search } = useLocation();
  return useHydrated() ? new URLSearchParams(search).get(name) || null : undefined;
}
