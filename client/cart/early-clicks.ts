import { browserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';

/**
 * Clicks on "Add to Cart" made before the page was hydrated. client/start.ts replays them once it is; a buyer who leaves
 * before that finds the product in the cart on the next page, because the clicks are kept in session storage until then.
 * Where the browser keeps nothing, only leaving early loses a click.
 */

/** Value: `performance.timeOrigin` of the page, a slash and the product's id for each click, separated by spaces. */
const key = 'cart-pressed';

/** Called by client/start.ts for a click on this page. */
export function keepEarlyClick(productId: string): void {
  write(`${read()} ${performance.timeOrigin}/${productId}`);
}

/** Called by client/start.ts when the clicks on this page have been replayed. */
export function forgetEarlyClicks(): void {
  write('');
}

/**
 * Takes the products that were clicked on earlier pages and never replayed; a second call returns nothing. This page's own
 * clicks stay, for client/start.ts to replay.
 */
export function takeEarlyClicks(): string[] {
  const clicks = read()
    .split(' ')
    .filter((click) => click !== '');
  if (clicks.length === 0) return [];
  const isOwn = (click: string) => click.startsWith(`${performance.timeOrigin}/`);
  // Clicks that cannot be deleted would be added to the cart again by every page that follows.
  if (!write(clicks.filter(isOwn).join(' '))) return [];
  return clicks.filter((click) => !isOwn(click)).map((click) => click.slice(click.indexOf('/') + 1));
}

const read = () => storedText(browserStorage('sessionStorage'), key) ?? '';
const write = (clicks: string) => storeText(browserStorage('sessionStorage'), key, clicks);
