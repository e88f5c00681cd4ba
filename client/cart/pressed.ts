/** Where client/start.ts keeps what was pressed before a page had its code, as `time of the page/product id` and a space each. */
const key = 'cart-pressed';

/**
 * The products whose "Add to Cart" was pressed on pages that were left before they could answer; telling them forgets them.
 * This page's own presses stay until the page itself has answered them.
 */
export function pressedElsewhere(): string[] {
  if (typeof window === 'undefined') return [];
  try {
    const presses = (sessionStorage.getItem(key) ?? '').split(' ').filter((press) => press !== '');
    const isOwn = (press: string) => press.startsWith(`${performance.timeOrigin}/`);
    sessionStorage.setItem(
      key,
      presses
        .filter(isOwn)
        .map((press) => `${press} `)
        .join(''),
    );
    return presses.filter((press) => !isOwn(press)).map((press) => press.slice(press.indexOf('/') + 1));
  } catch {
    return [];
  }
}
