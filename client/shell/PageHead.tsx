import { publicUrl } from '#facts';
import { site } from '#shared/site.ts';
import { socialCardPath } from '#shared/social-cards.ts';

interface PageHeadProps {
  title: string;
  /** One or two sentences for search results and link previews. */
  description?: string | undefined;
  /** The canonical path, which also determines the link preview's picture. Personal pages have none. */
  canonical?: string | undefined;
  /** `noindex`, for personal and hidden pages. */
  indexed?: boolean;
}

/**
 * The head of a page: title, and what search engines, link previews and the browser's share dialogue read. React hoists
 * these elements into the head, and removes them with the page. Tags for robots only, which do not navigate client-side,
 * are added by the build (scripts/build/preview-tags.ts).
 */
export function PageHead({
  title,
  description = site.description,
  canonical,
  indexed = true,
}: PageHeadProps) {
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
