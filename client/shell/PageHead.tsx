import { site } from '#shared/site.ts';
import { usePublicUrl } from './PublicUrl.tsx';

export interface PageHeadProps {
  title: string;
  /** One or two sentences for search results and link previews. */
  description?: string;
  /** The path search engines should keep. Left out on pages that are not to be indexed. */
  canonical?: string;
  /** Path of a picture for link previews. */
  image?: string;
  /** Personal and hidden pages are kept out of search engines. */
  indexed?: boolean;
}

/** The picture of link previews for pages that have none of their own. */
const housePicture = '/art/share.jpg';

/**
 * A page's title and what search engines and link previews read. React hoists these elements into the head, and takes
 * them out again when the page goes.
 */
export function PageHead({
  title,
  description = site.description,
  canonical,
  image = housePicture,
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
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {address ? <meta property="og:url" content={address} /> : null}
      <meta property="og:image" content={`${publicUrl}${image}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
