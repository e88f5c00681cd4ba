import { openShop } from './shop.ts';

/**
 * Starts a shop in a separate process, for tests that run another copy of the project. Prints
 * its addresses as one line of JSON, and closes when its input ends.
 */
const shop = await openShop();
console.log(JSON.stringify({ url: shop.url, sandboxUrl: shop.sandboxUrl }));
process.stdin.resume();
process.stdin.once('end', () => void shop.close());
