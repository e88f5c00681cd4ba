import { games } from '#shared/adventures.ts';
import type { Look } from '../../adventures/types.ts';
import { exportsOf } from '../../shared/homes/files.ts';

/** How every home looks that has a look of its own, by id. The others have the house's ember. */
export const looks: ReadonlyMap<string, Look> = await exportsOf<Look>('adventure.ts', 'look');

/** The accent of a home, if it has one. */
export function accentOf(id: string): string | undefined {
  return looks.get(id)?.accent;
}

/** Where the light is in a picture of which nobody has said so. */
const usualLamp = { wide: [70, 40], tall: [50, 36] } as const;

/**
 * The stylesheet of the homes: each one's accent, light and crop (`data-world`), and where the light stands in its banners
 * (`data-scene`, for `client/ui/LivingBanner.tsx`). Belongs before `client/styles/tokens.css`, which takes the accents back
 * on paper.
 */
export function looksCss(): string {
  const accents = [...looks].map(
    ([id, { accent, light, crop }]) =>
      `[data-world="${id}"] { --accent: ${accent}; --light: ${light};${crop === undefined ? '' : ` --crop: ${crop}%;`} }`,
  );
  const lampRules = (crop: 'wide' | 'tall') =>
    games.map(({ id }) => {
      const [x, y] = (looks.get(id)?.lamp ?? usualLamp)[crop];
      return `[data-scene="${id}"] { --lamp-x: ${x}%; --lamp-y: ${y}%; }`;
    });
  return [
    '@layer tokens {',
    ...accents,
    '}',
    '@layer components {',
    ...lampRules('tall'),
    '@media (width >= 56rem) {',
    ...lampRules('wide'),
    '}',
    '}',
    '',
  ].join('\n');
}
