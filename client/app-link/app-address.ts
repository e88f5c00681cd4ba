import type { PublicConfig } from '#shared/api/config.ts';
import type { Device } from './store-of-device.ts';

/**
 * The URL of a button that opens the app on a phone (deep link). A browser does not open the app for a link to the site
 * that it is already on, so: on Android an intent URL for the app's package, with the link's own page as its fallback
 * (developer.chrome.com/docs/android/intents); on iOS the app's own scheme, if one is set; else the link itself, on whose
 * page Safari offers the app above the text.
 * @param url the claim link, an https URL of this site
 */
export function appAddress(url: string, device: Device, app: PublicConfig['app']): string {
  const { protocol, host, pathname } = new URL(url);
  if (device === 'android' && app.androidPackage !== null) {
    const fallback = encodeURIComponent(url);
    const scheme = protocol.slice(0, -1);
    return `intent://${host}${pathname}#Intent;scheme=${scheme};package=${app.androidPackage};S.browser_fallback_url=${fallback};end`;
  }
  return device === 'ios' && app.iosScheme !== null ? `${app.iosScheme}:/${pathname}` : url;
}
