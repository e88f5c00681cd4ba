import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * A parameter of the page's address. It is read after hydration: the prerendered page does not know it.
 * @returns `undefined` until it was looked at, `null` when the address has none
 */
export function useQueryParameter(name: string): string | null | undefined {
  const { search } = useLocation();
  const [value, setValue] = useState<string | null>();
  useEffect(() => setValue(new URLSearchParams(search).get(name)), [search, name]);
  return value;
}
