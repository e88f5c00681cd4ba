import { expect, it } from 'vitest';
import { isEmail } from './identity-input.ts';
import { publicUrlPlaceholder, site } from './site.ts';
import { productPicturePath, socialCardPath, socialCardSize } from './social-cards.ts';

it('Every address of the site can be written to, and every link leads somewhere over https', () => {
  for (const address of Object.values(site.email)) expect(isEmail(address)).toBe(true);
  const links = [
    ...[site.mainSite, site.merchandiseShop, site.communityChat, site.videoHost, publicUrlPlaceholder],
    ...[...Object.values(site.stores), ...Object.values(site.links)],
  ];
  for (const link of links) expect(new URL(link).protocol).toBe('https:');
});

it('The stores are those of Android and iOS, and videos come from the host that sets no cookies before a click', () => {
  expect(new URL(site.stores.android).host).toBe('play.google.com');
  expect(new URL(site.stores.ios).host).toBe('apps.apple.com');
  expect(new URL(site.videoHost).host).toBe('www.youtube-nocookie.com');
});

it('The site says what it is called, in which language, by whom and since when (copyright from 2020)', () => {
  expect(site.foundedYear).toBe(2020);
  expect(site.language).toBe('en');
  for (const words of [site.name, site.tagline, site.description, site.company]) {
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
