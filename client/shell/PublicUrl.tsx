import { createContext, useContext } from 'react';
import { publicUrlPlaceholder } from '#shared/site.ts';

const PublicUrlContext = createContext<string>(publicUrlPlaceholder);

/** Provides the site's URL. Prerendered pages keep the placeholder, which the server replaces. */
export const PublicUrlProvider = PublicUrlContext.Provider;

/** The site's own address, without a trailing slash. */
export function usePublicUrl(): string {
  return useContext(PublicUrlContext);
}
