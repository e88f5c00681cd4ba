import { describe, expect, it } from 'vitest';
import type { RouteName } from '#shared/routes.ts';
import { discontinued } from '#tests/support/discontinued.ts';
import type { PageFacts } from './page-facts.ts';
import { publishedOn, scriptElement, structuredData } from './structured-data.ts';

const page = (name: RouteName, canonical: string, over: Partial<PageFacts> = {}): PageFacts => ({
  path: canonical,
  canonical,
  name,
  indexed: true,
  title: 'A title',
  description: 'A description.',
  trail: [],
  pictures: [],
  ...over,
});

const nodes = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    (match) => JSON.parse(match[1] ?? '') as Record<string, unknown>,
  );

describe('structured data', () => {
  it('cannot end its element early, whatever a text holds', () => {
    const text = '</script><script>alert(1)</script><!-- & "quotes" ’';
    const element = scriptElement({ '@type': 'Thing', name: text });
    expect(element.match(/<\/?script/g)).toHaveLength(2);
    expect(element).not.toContain('<!--');
    expect(nodes(element)).toEqual([{ '@context': 'https://schema.org', '@type': 'Thing', name: text }]);
  });

  it('gives the price in SEK with two decimals and VAT included, from öre', () => {
    const [product] = nodes(structuredData(page('product', '/shop/product/fod'), []));
    expect(product).toMatchObject({
      '@type': 'Product',
      offers: {
        price: '250.00',
        priceCurrency: 'SEK',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        priceSpecification: { price: '250.00', valueAddedTaxIncluded: true },
      },
    });
  });

  it('says PreOrder, and from when, of what is still to come, and of nothing that is out, also if it is sold as a pre-order', () => {
    const offerOn = (today?: string) =>
      nodes(structuredData(page('product', '/shop/product/bundle-pre-order'), [], today))[0]?.['offers'];
    expect(offerOn('2025-03-27')).toMatchObject({
      ...{ availability: 'https://schema.org/PreOrder', availabilityStarts: '2025-03-28' },
    });
    for (const offer of [offerOn('2025-03-28'), offerOn()]) {
      expect(offer).toMatchObject({ availability: 'https://schema.org/InStock' });
      expect(offer).not.toHaveProperty('availabilityStarts');
    }
  });

  it('says Discontinued of what is not sold any more, though its page is in no list', () => {
    discontinued('fist');
    const [product] = nodes(structuredData(page('product', '/shop/product/fist', { indexed: false }), []));
    expect(product).toMatchObject({ offers: { availability: 'https://schema.org/Discontinued' } });
  });

  it('is not there on pages that search engines are not to keep', () => {
    const hidden = page('product', '/shop/product/fod-pre-order', {
      indexed: false,
      trail: [{ title: 'Shop', href: '/shop' }, { title: 'Hidden' }],
    });
    expect(structuredData(hidden, [])).toBe('');
  });

  it('repeats the breadcrumbs that are shown, the page itself last', () => {
    const trail = [{ title: 'Press & News', href: '/news' }, { title: 'Dracula' }];
    const [, breadcrumbs] = nodes(structuredData(page('pressArticle', '/press/dracula', { trail }), []));
    expect(breadcrumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Press & News', item: 'https://public-url.invalid/news' },
        { position: 2, name: 'Dracula', item: 'https://public-url.invalid/press/dracula' },
      ],
    });
  });

  it('makes the links of answers absolute', () => {
    const answerHtml = '<p><a href="/download">There</a>, or <a href="mailto:a@example.com">write</a>.</p>';
    const [faq] = nodes(structuredData(page('faq', '/faq'), [{ question: 'Where?', answerHtml }]));
    expect(faq).toMatchObject({
      mainEntity: [
        {
          name: 'Where?',
          acceptedAnswer: {
            text: '<p><a href="https://public-url.invalid/download">There</a>, or <a href="mailto:a@example.com">write</a>.</p>',
          },
        },
      ],
    });
  });

  it('dates a press release, and nothing else', () => {
    expect(publishedOn('/press/fod-released')).toBe('2025-03-28T00:00:00Z');
    expect(() => publishedOn('/press/none')).toThrow('no press release');
  });
});
