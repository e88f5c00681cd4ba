import { expect, it } from 'vitest';
import { publicUrlPlaceholder, site } from './site.ts';
import { productPicturePath, socialCardPath, socialCardSize } from './social-cards.ts';

it('Videos come from the host that sets no cookies before a click', () => {
  expect(new URL(site.videoHost).host).toBe('www.youtube-nocookie.com');
  expect(new URL(publicUrlPlaceholder).protocol).toBe('https:');
});

it('The site says what it is called, in which language, and since when (copyright from 2020)', () => {
  expect(site.foundedYear).toBe(2020);
  expect(site.language).toBe('en');
  for (const words of [site.name, site.tagline, site.description]) {
    expect(words.length).toBeGreaterThan(5);
  }
});

it('Every page has a card for link previews, the home page the one that all others fall back to', () => {
  expect(socialCardPath()).toBe('/social/home.jpg');
  expect(socialCardPath('/')).toBe('/social/home.jpg');
  expect(socialCardPath('/shop/product/fod')).toBe('/social/shop-product-fod.jpg');
  expect(productPicturePath('fod')).toBe('/social/square-fod.jpg');
  expect(socialCardSize).toEqual({ width: 1200, height: 630 });
});
