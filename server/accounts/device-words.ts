/**
 * The device in words, from the User-Agent header. The most specific pattern comes first, because nearly all browsers
 * claim to be others too.
 */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  // An iPad that asks for desktop pages says this too.
  [/\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * In characters; real headers are shorter. The patterns take quadratic time on a header that repeats their first part.
 */
const longestRead = 500;

const named = (kinds: typeof browsers, userAgent: string) =>
  kinds.find(([mark]) => mark.test(userAgent))?.[1];

/**
 * The device of a `User-Agent` header in words, for example "Chrome on Android". The words come from short lists, so
 * nothing of the header itself is stored, and nothing that identifies a person.
 */
export function deviceWords(header = ''): string {
  const userAgent = header.slice(0, longestRead);
  const browser = named(browsers, userAgent) ?? 'A browser';
  const system = named(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}
