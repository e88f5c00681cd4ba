import { expect, it } from 'vitest';
import { appAddress } from './app-address.ts';

const link = 'https://shop.example/open/token';
const app = { androidPackage: 'com.example.app', iosScheme: 'ether' };
const none = { androidPackage: null, iosScheme: null };

it('On Android the button is an intent for the package, which leads to the link where there is no app', () => {
  expect(appAddress(link, 'android', app)).toBe(
    'intent://shop.example/open/token#Intent;scheme=https;package=com.example.app;S.browser_fallback_url=https%3A%2F%2Fshop.example%2Fopen%2Ftoken;end',
  );
});

it("On iOS it is the app's own scheme, with the path of the link", () => {
  expect(appAddress(link, 'ios', app)).toBe('ether://open/token');
});

it('It is the link itself where the operator has not said what the app is called', () => {
  expect(appAddress(link, 'android', none)).toBe(link);
  expect(appAddress(link, 'ios', none)).toBe(link);
});
