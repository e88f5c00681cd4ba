import { site } from '#shared/site.ts';
import { socialCardPath } from '#shared/social-cards.ts';
import { usePublicUrl } from './PublicUrl.tsx';

export interface PageHeadProps {
  title: string;
  /** One or two sentences for search results and link previews. */
  description?: string;
  /** The path search engines should keep, which also has the link preview's picture. Personal pages have none. */
  canonical?: string;
  /** Personal and hidden pages are kept out of search engines. */
  indexed?: boolean;
}

/**
 * A page's title and what search engines, link previews and the browser's own sharing read. React hoists these elements
 * into the head, and takes them out again when the page goes. What only robots read, who never go from page to page, is
 * added by the build (scripts/build/preview-tags.ts).
 */
export function PageHead({
  title,
  description = site.description,
  canonical,
  indexed = true,
}: PageHeadProps) {
  const publicUrl = usePublicUrl();
  const fullTitle = `${title} | ${site.name}`;
  const address = canonical === undefined ? undefined : `${publicUrl}${canonical}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {indexed ? null : <meta name="robots" content="noindex" />}
      {address && indexed ? <link rel="canonical" href={address} /> : null}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {address ? <meta property="og:url" content={address} /> : null}
      <meta property="og:image" content={`${publicUrl}${socialCardPath(canonical)}`} />
    </>
  );
}
