import type { FaqEntry } from '#client/content/faq.ts';
import { facts } from '#facts';
import { listedProducts, type Product, productBySlug } from '#shared/catalogue.ts';
import { jsonForScript } from '#shared/json-for-script.ts';
import { sekFromOre } from '#shared/money.ts';
import { releaseAt } from '#shared/press.ts';
import { playedByEar } from '#shared/product-words.ts';
import { opensOn } from '#shared/release-days.ts';
import { paths } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import { publicUrlPlaceholder, site } from '#shared/site.ts';
import { productPicturePath, socialCardPath } from '#shared/social-cards.ts';
import type { PageFacts } from './page-facts.ts';

/**
 * What search engines read beside the text, as JSON-LD (schema.org; required and recommended properties after Google's
 * pages on rich results). Made at build time and put into the page's head as it is: no byte of it is in the scripts.
 * Addresses begin with the placeholder that the server replaces.
 */

type Node = Readonly<Record<string, unknown>>;

/** A path as an address; it begins with the placeholder that the server replaces. */
export const absolute = (path: string) => `${publicUrlPlaceholder}${path}`;
const organizationId = absolute('/#organization');
const organizationReference = { '@id': organizationId };

/**
 * The script elements of a page.
 * @param questions the questions of `/faq`, shown on that page only
 * @param today the shop's day at the build, `YYYY-MM-DD`
 * @returns nothing for pages that search engines are not to keep: hidden products have no structured data,
 * but a discontinued one says so, for those who list its offer
 */
export function structuredData(
  page: PageFacts,
  questions: readonly FaqEntry[],
  today = shopDay(new Date()),
): string {
  if (!page.indexed && !productAt(page)?.discontinued) return '';
  return [...nodesOf(page, questions, today), ...breadcrumbs(page)].map(scriptElement).join('');
}

/** The product of a page, if it is one's. */
export function productAt({ name, canonical }: PageFacts): Product | undefined {
  return name === 'product' ? productBySlug(lastPart(canonical)) : undefined;
}

function nodesOf(page: PageFacts, questions: readonly FaqEntry[], today: string): Node[] {
  switch (page.name) {
    case 'home':
      return [organization(), webSite()];
    case 'shop':
      return [productList(listedProducts(['game', 'bundle', 'expansion']))];
    case 'product': {
      const found = productAt(page);
      return found ? [product(found, page, today), adventure(found, page)] : [];
    }
    case 'pressArticle':
      return [newsArticle(page)];
    case 'faq':
      return [faqPage(questions)];
    default:
      return [];
  }
}

/** A JSON-LD block. */
export function scriptElement(node: Node): string {
  return `<script type="application/ld+json">${jsonForScript({ '@context': 'https://schema.org', ...node })}</script>`;
}

function organization(): Node {
  return {
    '@type': 'Organization',
    '@id': organizationId,
    name: site.name,
    legalName: facts.company.name,
    url: absolute('/'),
    logo: { '@type': 'ImageObject', url: absolute('/icons/icon-512.png'), width: 512, height: 512 },
    description: site.description,
    foundingDate: String(site.foundedYear),
    email: facts.email.support,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: facts.email.support,
      url: absolute(paths.contact()),
    },
    sameAs: [facts.links.mainSite, facts.stores.android, facts.stores.ios],
  };
}

function webSite(): Node {
  return {
    '@type': 'WebSite',
    '@id': absolute('/#website'),
    name: site.name,
    alternateName: `${site.name}, audio adventures`,
    url: absolute('/'),
    description: site.description,
    inLanguage: site.language,
    publisher: organizationReference,
  };
}

/** @param found a product that is listed or discontinued */
function product(found: Product, page: PageFacts, today: string): Node {
  return {
    '@type': 'Product',
    '@id': absolute(`${page.canonical}#product`),
    name: found.title,
    description: page.description,
    sku: found.id,
    url: absolute(page.canonical),
    image: [absolute(productPicturePath(found.id)), absolute(socialCardPath(page.canonical))],
    brand: { '@type': 'Brand', name: site.name },
    offers: offer(found, page.canonical, today),
  };
}

/**
 * What a product is for those who choose by access, in the words of the W3C's vocabulary (w3.org/community/reports/a11y-discov-vocab):
 * it is heard, and the narrator says what another game would show.
 */
function adventure(found: Product, page: PageFacts): Node {
  return {
    '@type': 'CreativeWork',
    '@id': absolute(`${page.canonical}#adventure`),
    name: found.title,
    url: absolute(page.canonical),
    accessMode: ['auditory'],
    accessibilityFeature: ['audioDescription'],
    accessibilityHazard: ['noFlashingHazard', 'noMotionSimulationHazard'],
    accessibilitySummary: playedByEar,
    publisher: organizationReference,
  };
}

function offer(found: Product, path: string, today: string): Node {
  const price = sekFromOre(found.priceOre).toFixed(2);
  return {
    '@type': 'Offer',
    url: absolute(path),
    price,
    priceCurrency: 'SEK',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: 'SEK',
      valueAddedTaxIncluded: true,
    },
    ...availabilityOf(found, today),
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', ...organizationReference, name: facts.company.name },
  };
}

/** The day stands there too: a page may be served long after the build. What is sold as a pre-order may be out already. */
function availabilityOf(found: Product, today: string): Node {
  const day = opensOn(found, today);
  if (found.discontinued) return { availability: 'https://schema.org/Discontinued' };
  if (day === null) return { availability: 'https://schema.org/InStock' };
  return { availability: 'https://schema.org/PreOrder', availabilityStarts: day };
}

function productList(products: readonly Product[]): Node {
  return {
    '@type': 'ItemList',
    name: `${site.name}: adventures and expansions`,
    numberOfItems: products.length,
    itemListElement: products.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: absolute(paths.product(url)),
    })),
  };
}

function newsArticle(page: PageFacts): Node {
  const date = publishedOn(page.canonical);
  return {
    '@type': 'NewsArticle',
    headline: page.title,
    description: page.description,
    image: [absolute(socialCardPath(page.canonical))],
    datePublished: date,
    dateModified: date,
    inLanguage: site.language,
    mainEntityOfPage: { '@type': 'WebPage', '@id': absolute(page.canonical) },
    author: { '@type': 'Organization', name: facts.company.name, url: absolute(paths.about()) },
    publisher: {
      '@type': 'Organization',
      ...organizationReference,
      name: site.name,
      logo: { '@type': 'ImageObject', url: absolute('/icons/icon-512.png') },
    },
  };
}

function faqPage(questions: readonly FaqEntry[]): Node {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answerHtml }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: absoluteLinks(answerHtml) },
    })),
  };
}

function breadcrumbs({ canonical, trail }: PageFacts): Node[] {
  if (trail.length === 0) return [];
  const itemListElement = trail.map(({ title, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: absolute(href ?? canonical),
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement }];
}

/**
 * When the press release at this path came out, as an ISO 8601 time in UTC.
 * @throws {Error} when it is none
 */
export function publishedOn(path: string): string {
  return `${releaseAt(path).date}T00:00:00Z`;
}

/** Links of an answer as they must be when it is read away from the site. */
function absoluteLinks(html: string): string {
  return html.replaceAll(/(\shref=")\//g, `$1${publicUrlPlaceholder}/`);
}

const lastPart = (path: string) => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
