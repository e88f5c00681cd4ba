import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * A query parameter of the page's URL. Read after hydration, because the prerendered page does not know it.
 * @returns `undefined` before it was read, `null` when the URL has none
 */
export function useQueryParameter(name: string): string | null | undefined {
  const { search } = useLocation();
  const [value, setValue] = useState<string | null>();
  useEffect(() => setValue(new URLSearchParams(search).get(name)), [search, name]);
  return value;
}
