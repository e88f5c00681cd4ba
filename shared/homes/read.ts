import type { Adventure, Words } from '#adventures/types.ts';
import { exportsOf } from './files.ts';

/** A home's facts and its short texts. */
interface Home {
  adventure: Adventure;
  words: Words;
}

const [facts, texts] = await Promise.all([
  exportsOf<Adventure>('adventure.ts', 'adventure'),
  exportsOf<Words>('words.ts', 'words'),
]);

/**
 * Every home, in the order of all lists.
 * @throws {Error} when one lacks its `words.ts`
 */
export const homes: readonly Home[] = [...facts]
  .map(([id, adventure]): Home => {
    const words = texts.get(id);
    if (!words) throw new Error(`adventures/${id}/words.ts is missing, or it exports no "words".`);
    return { adventure: hidingDiscontinued(adventure), words };
  })
  .sort((one, other) => one.adventure.place - other.adventure.place);

/** An adventure whose discontinued products are hidden, so that no list has to ask for both. */
export function hidingDiscontinued<Facts extends Pick<Adventure, 'products'>>(adventure: Facts): Facts {
  const products = adventure.products.map((offer) => ({
    ...offer,
    hidden: offer.hidden || !!offer.discontinued,
  }));
  return { ...adventure, products };
}
