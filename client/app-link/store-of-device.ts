import { facts } from '#facts';

/** What a browser says about the device it runs on; `navigator` has it. */
export interface DeviceHints {
  userAgent: string;
  maxTouchPoints: number;
}

export type Device = keyof typeof facts.stores;

/**
 * The kind of device the app runs on, or `null` where it does not. An iPad calls itself a Macintosh; no Macintosh has a
 * touch screen. (Specification, section 2, Download.)
 */
export function deviceOf({ userAgent, maxTouchPoints }: DeviceHints): Device | null {
  if (/\bAndroid\b/.test(userAgent)) return 'android';
  const touchMac = /\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1;
  return touchMac || /\b(iPhone|iPad|iPod)\b/.test(userAgent) ? 'ios' : null;
}

/** The address of the store a device gets its apps from, or `null` where the app is in none for it. */
export function storeOfDevice(hints: DeviceHints): string | null {
  const device = deviceOf(hints);
  return device && facts.stores[device];
}
