/** What the shelf and the product page say of a product, in our own words. */

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
 * The short description of a product of the catalogue, as HTML.
 * @throws when the catalogue has a product without one, which a test rules out
 */
export function descriptionOf(productId: string): string {
  const text = descriptions[productId];
  if (text === undefined) throw new Error(`The product ${productId} has no description`);
  return text;
}

const fortressOfDeathCover =
  'Heat comes towards you along a basalt causeway. One small figure with a drawn sword stands on it; ahead, a fortress glows from inside like a furnace whose iron door stands ajar.';

const imageAlts: Readonly<Record<string, string>> = {
  fod: fortressOfDeathCover,
  'fod-pre-order': fortressOfDeathCover,
  'fod-podcast-discount': fortressOfDeathCover,
  fist: 'A mailed fist lifts a spitting torch in a passage of blood-red brick. Beside it steps go down under an arch; the light gives up on them, and far below two eyes give it back.',
  coc_aatt:
    'A man in a hat waits at the end of a jetty, under the one lamp in green fog. The water below him is cut open: something far too long to be a boat has wound itself through the piles.',
  'bundle-pre-order':
    'Two books lean on each other on a dark shelf. Fire falls out of a fortress gate on one, a torch burns on the other, and both light the iron key that lies before them.',
  'fod-expansions':
    'You look straight down into a round hall with twelve doors, like a clock. One stands open; its fire falls across the rings of the floor, and whoever listens in the middle throws a long shadow.',
};

/**
 * What the cover of a product is like for somebody who does not see it.
 * @throws when the catalogue has a product without such a text, which a test rules out
 */
export function imageAltOf(productId: string): string {
  const text = imageAlts[productId];
  if (text === undefined) throw new Error(`The cover of ${productId} has no text`);
  return text;
}
