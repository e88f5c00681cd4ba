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

/** Who believed in a home's adventure before it was there, if that is known. @param world a home's id, sold or not */
export function proofOf(world: string): string | undefined {
  return shelved[world]?.proof;
}

/** What somebody who does not see may expect of everything that is sold here. */
export const playedByEar = 'Nothing is missing: everything that matters is heard, and one tap is a choice.';
