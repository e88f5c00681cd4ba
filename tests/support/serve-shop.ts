import { openShop } from './shop.ts';

/**
 * A shop of its own in a process of its own, for tests that need another copy of the project than the one they stand in. Prints
 * where it is as one line of JSON, and closes when its input ends.
 */
const shop = await openShop();
console.log(JSON.stringify({ url: shop.url, sandboxUrl: shop.sandboxUrl }));
process.stdin.resume();
process.stdin.once('end', () => void shop.close());
