/** What the shelf and the product page say of a product, our own words as HTML. */

const fortressOfDeath =
  '<p>The last Kai Lord, a fortress that breathes heat, and you in the dark between them. A Lone Wolf adventure to hear and to decide.</p>';

const descriptions: Readonly<Record<string, string>> = {
  fod: fortressOfDeath,
  'fod-pre-order': fortressOfDeath,
  'fod-podcast-discount': fortressOfDeath,
  fist: '<p>Once it was played over a telephone line. Now the castle has you by both ears: torches, footsteps, and a voice that asks what you do next.</p>',
  coc_aatt:
    '<p>A quiet lakeside town, a professor who drowned, an estate for sale. You came to look. Something below has been listening.</p>',
  'bundle-pre-order':
    '<p>Two descents, one key: Lone Wolf and F.I.S.T. together, with every expansion of the first twelve months.</p>',
  'fod-expansions':
    '<p>A year of new chambers, voices and ways to die for The Fortress of Death. Needs the core game.</p>',
};

/**
 * The short description of a product of the catalogue.
 * @throws when the catalogue has a product without one, which a test rules out
 */
export function descriptionOf(productId: string): string {
  const text = descriptions[productId];
  if (text === undefined) throw new Error(`The product ${productId} has no description`);
  return text;
}
