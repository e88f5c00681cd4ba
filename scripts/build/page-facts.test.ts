import { describe, expect, it } from 'vitest';
import { factsOf } from './page-facts.ts';

const route = { path: '/games', canonical: '/shop', name: 'shop', indexed: true } as const;
const head =
  '<title>Mace &amp; Magic | House</title><meta name="description" content="Bring a mace; &quot;now&quot;."/><meta property="og:title" content="Mace &amp; Magic"/>';

describe("a page's facts", () => {
  it('are read from what is shown: title, description, breadcrumbs and drawings', () => {
    const body =
      '<div><nav aria-label="Breadcrumb"><ol class="trail"><li class="step"><a class="link" href="/shop">Games</a></li><li class="step"><span aria-current="page">Mace &amp; Magic &#x27;24</span></li></ol></nav><img alt="" src="/art/fod.svg" width="600"/><img src="/qr/ios.svg"/><img src="/art/fod.svg"/></div>';
    expect(factsOf(route, { head, body })).toEqual({
      ...route,
      title: 'Mace & Magic',
      description: 'Bring a mace; "now".',
      trail: [{ title: 'Games', href: '/shop' }, { title: "Mace & Magic '24" }],
      pictures: ['/art/fod.svg'],
    });
  });

  it('have no breadcrumbs where none are shown', () => {
    expect(factsOf(route, { head, body: '<div><nav aria-label="Main"></nav></div>' }).trail).toEqual([]);
  });

  it('refuse a page without a description, and breadcrumbs that cannot be read', () => {
    expect(() => factsOf(route, { head: '<title>Only</title>', body: '' })).toThrow('/games');
    const body = '<nav aria-label="Breadcrumb"><p>Games</p></nav>';
    expect(() => factsOf(route, { head, body })).toThrow('breadcrumbs');
  });
});
