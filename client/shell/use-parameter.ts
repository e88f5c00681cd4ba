import { useLocation } from 'react-router';
import { parameterAt } from '#client/routes.tsx';

/** The parameter in the path of this page: a slug, an id or a token. */
export function useParameter(): string {
  return parameterAt(useLocation().pathname);
}
