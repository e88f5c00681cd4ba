import { expect, it } from 'vitest';
import { facts } from '#facts';
import { storeOfDevice } from './store-of-device.ts';

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
const devices = {
  pixel:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  iPhone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`,
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};

it('An Android device is sent to the Android store', () => {
  expect(storeOfDevice({ userAgent: devices.pixel, maxTouchPoints: 5 })).toBe(facts.stores.android);
});

it('An iPhone, and an iPad that calls itself a Macintosh, are sent to the App Store', () => {
  expect(storeOfDevice({ userAgent: devices.iPhone, maxTouchPoints: 5 })).toBe(facts.stores.ios);
  expect(storeOfDevice({ userAgent: devices.mac, maxTouchPoints: 5 })).toBe(facts.stores.ios);
});

it.each([
  `${devices.pixel} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  `${devices.iPhone} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`,
])('A crawler that names a phone reads the page as it is: %s', (userAgent) => {
  expect(storeOfDevice({ userAgent, maxTouchPoints: 5 })).toBeNull();
});

it('Others are sent nowhere, a real Macintosh and a Windows machine with a touch screen included', () => {
  expect(storeOfDevice({ userAgent: devices.mac, maxTouchPoints: 0 })).toBeNull();
  expect(storeOfDevice({ userAgent: devices.windows, maxTouchPoints: 10 })).toBeNull();
});
