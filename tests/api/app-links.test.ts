import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { paths } from '#shared/routes.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

const [first, second] = ['AA', 'B1'].map((pair) => Array(32).fill(pair).join(':'));
const apple = patternOf(endpoints.readAppleAppSiteAssociation);
const android = patternOf(endpoints.readAssetLinks);

describe('a shop whose apps are set', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({
      environment: {
        IOS_APP_IDS: 'ABCDE12345.com.example.ether',
        IOS_APP_SCHEME: 'ether',
        ANDROID_APPS: `com.example.ether=${first}, com.example.beta=${second}, com.example.ether=${second}`,
      },
    });
  });
  afterAll(() => shop.close());

  it('tells iOS that its app opens claim links, as JSON and without a redirect', async () => {
    const { status, headers, body } = await request(shop.url).get(apple).redirects(0);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      applinks: {
        details: [
          {
            appIDs: ['ABCDE12345.com.example.ether'],
            components: [{ '/': '/open/*', comment: 'Claim links' }],
          },
        ],
      },
      webcredentials: { apps: ['ABCDE12345.com.example.ether'] },
    });
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });

  it('tells Android the same, sign-in data included, each package with all its fingerprints', async () => {
    const { status, headers, body } = await request(shop.url).get(android).redirects(0);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const target = (name: string, sha256_cert_fingerprints: (string | undefined)[]) => ({
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: { namespace: 'android_app', package_name: name, sha256_cert_fingerprints },
    });
    expect(body).toEqual([
      target('com.example.ether', [first, second]),
      target('com.example.beta', [second]),
    ]);
  });

  it('tells its pages what the button into the app needs', async () => {
    const { body } = await request(shop.url).get(patternOf(endpoints.readConfig));
    expect(body.app).toEqual({ androidPackage: 'com.example.ether', iosScheme: 'ether' });
  });

  it('sends password managers to where a password is changed', async () => {
    const { status, headers } = await request(shop.url).get(patternOf(endpoints.changePassword)).redirects(0);
    expect([status, headers['location']]).toEqual([302, paths.forgotPassword()]);
    await request(shop.url).get(paths.forgotPassword()).expect(200);
    // Password managers only trust the redirect of a site that answers 404 for unknown paths.
    await request(shop.url)
      .get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')
      .expect(404);
  });
});

describe('a shop whose apps are not set', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it('has neither file', async () => {
    for (const path of [apple, android]) await request(shop.url).get(path).redirects(0).expect(404);
    const { body } = await request(shop.url).get(patternOf(endpoints.readConfig));
    expect(body.app).toEqual({ androidPackage: null, iosScheme: null });
  });
});
