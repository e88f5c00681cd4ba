import { type Shelved, shelved } from '#homes/shop';
import type { Product } from './catalogue.ts';

type OfWorld = Pick<Product, 'world'>;

function wordsOf({ world }: OfWorld): Shelved {
  const words = shelved[world];
  if (!words) throw new Error(`Nothing of adventures/${world} is sold.`);
  return words;
}

/** The short description of a product, as HTML. */
export function descriptionOf(product: OfWorld): string {
  return `<p>${wordsOf(product).description}</p>`;
}

/** What the cover of a product is like for somebody who does not see it. */
export function imageAltOf(product: OfWorld): string {
  return wordsOf(product).pictureAlt;
}

/** What is known of a product besides: how long it plays, who speaks. */
export function detailsOf(product: OfWorld): Shelved['details'] {
  return wordsOf(product).details;
}

/** What a product is: on its own page, and on its link preview. */
export function whatItIs(product: OfWorld): { product: string; card: string } {
  return (
    wordsOf(product).what ?? {
      product: 'An interactive audio adventure for one listener',
      card: 'Audio adventure',
    }
  );
}
