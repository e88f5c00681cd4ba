import type { PublicConfig } from '#shared/api/config.ts';
import type { Device } from './store-of-device.ts';

/**
 * The address that a button on the phone leads to, so that the app opens and not this site once more: a browser does not hand a
 * link to the app when it leads to the site that one is on. On Android an intent for the app's package, which leads to the link's
 * own page where there is no app (developer.chrome.com/docs/android/intents). On iOS the app's own scheme, where one is set; else
 * the link itself, on whose page Safari offers the app above the text.
 * @param url the claim link, an https address of this site
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
