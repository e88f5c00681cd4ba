import { facts } from '#facts';

/** Properties of `navigator` that tell the device. */
interface DeviceHints {
  userAgent: string;
  maxTouchPoints: number;
}

export type Device = keyof typeof facts.stores;

/**
 * The kind of device the app runs on, or `null` where it does not. An iPad calls itself a Macintosh; no Macintosh has a
 * touch screen. Nor does it run on a crawler, which names a phone to see the page as one does: Google's and others
 * write `compatible;`, and phones' browsers do not. (Specification, section 2, Download.)
 */
export function deviceOf({ userAgent, maxTouchPoints }: DeviceHints): Device | null {
  if (/\bcompatible;/.test(userAgent)) return null;
  if (/\bAndroid\b/.test(userAgent)) return 'android';
  const touchMac = /\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1;
  return touchMac || /\b(iPhone|iPad|iPod)\b/.test(userAgent) ? 'ios' : null;
}

/** The URL of the device's app store, or `null` if the app is not in it. */
export function storeOfDevice(hints: DeviceHints): string | null {
  const device = deviceOf(hints);
  return device && facts.stores[device];
}
