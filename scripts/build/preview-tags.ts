import { escapeMarkup } from '#shared/fill-facts.ts';
import { site } from '#shared/site.ts';
import { socialCardSize } from '#shared/social-cards.ts';
import { hasOwnCard, type PageFacts } from './page-facts.ts';
import { publishedOn } from './structured-data.ts';

/**
 * Open Graph tags for link previews (ogp.me), and the card type of X, which takes everything else from Open Graph. They must
 * follow the page's own `og:image`, because some of them are properties of it. Its type is in the answer with the picture.
 */
export function previewTags({ name, canonical, title, indexed }: PageFacts): string {
  const article =
    name === 'pressArticle' && indexed ? [['article:published_time', publishedOn(canonical)] as const] : [];
  const properties = [
    ['og:image:width', String(socialCardSize.width)],
    ['og:image:height', String(socialCardSize.height)],
    ['og:image:alt', hasOwnCard(name) ? title : site.tagline],
    ['og:type', article.length > 0 ? 'article' : 'website'],
    ['og:site_name', site.name],
    ['og:locale', 'en_GB'],
    ...article,
  ] as const;
  const tags = properties.map(
    ([property, content]) => `<meta property="${property}" content="${escapeMarkup(content)}">`,
  );
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image">`;
}
