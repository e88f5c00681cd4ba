import { facts } from '#facts';

/** What a browser says about the device it runs on; `navigator` has it. */
export interface DeviceHints {
  userAgent: string;
  maxTouchPoints: number;
}

/**
 * The address of the store a device gets its apps from, or `null` where it has none of the two. An iPad calls itself a
 * Macintosh; no Macintosh has a touch screen. (Specification, section 2, Download.)
 */
export function storeOfDevice({ userAgent, maxTouchPoints }: DeviceHints): string | null {
  if (/\bAndroid\b/.test(userAgent)) return facts.stores.android;
  const touchMac = /\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1;
  return touchMac || /\b(iPhone|iPad|iPod)\b/.test(userAgent) ? facts.stores.ios : null;
}
