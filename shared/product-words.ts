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

/** The alternative text of a product's cover. */
export function imageAltOf(product: OfWorld): string {
  return wordsOf(product).pictureAlt;
}

/** Details of a product: playing time, voices. */
export function detailsOf(product: OfWorld): Shelved['details'] {
  return wordsOf(product).details;
}

/** What a product is, for its page and its link preview. */
export function whatItIs(product: OfWorld): { product: string; card: string } {
  return (
    wordsOf(product).what ?? {
      product: 'An interactive audio adventure for one listener',
      card: 'Audio adventure',
    }
  );
}

/** Awards or backers of a home's adventure, if any. @param world a home's id, sold or not */
export function proofOf(world: string): string | undefined {
  return shelved[world]?.proof;
}

/** Accessibility note for blind players, true of everything that is sold here. */
export const playedByEar = 'Nothing is missing: everything that matters is heard, and one tap is a choice.';
