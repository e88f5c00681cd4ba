/**
 * "Add to Cart", pressed before the page had its code. The page answers it when it can; until then it is kept for the next
 * page, because people leave. A browser that keeps nothing loses no more than that.
 */

/** Holds `time of the page/product id` and a space for each press. */
const key = 'cart-pressed';

/** For client/start.ts: keeps a press on this page. */
export function keepPressed(productId: string): void {
  write([...read(), `${performance.timeOrigin}/${productId}`]);
}

/** For client/start.ts: the page has answered what was pressed on it. */
export function forgetPressed(): void {
  write([]);
}

/**
 * The products that were pressed on pages left before they could answer; telling them forgets them. This page's own presses
 * stay until it has answered them.
 */
export function pressedElsewhere(): string[] {
  const presses = read();
  if (presses.length === 0) return [];
  const isOwn = (press: string) => press.startsWith(`${performance.timeOrigin}/`);
  // What cannot be forgotten would be told again by every page.
  if (!write(presses.filter(isOwn))) return [];
  return presses.filter((press) => !isOwn(press)).map((press) => press.slice(press.indexOf('/') + 1));
}

function read(): string[] {
  if (typeof window === 'undefined') return [];
  try {
    return (sessionStorage.getItem(key) ?? '').split(' ').filter((press) => press !== '');
  } catch {
    return [];
  }
}

/** @returns whether the browser kept them */
function write(presses: readonly string[]): boolean {
  try {
    sessionStorage.setItem(key, presses.join(' '));
    return true;
  } catch {
    return false;
  }
}
