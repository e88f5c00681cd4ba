import { ButtonLink } from '#client/ui/Button.tsx';
import type { Game } from '#shared/adventures.ts';
import { doorOf } from './door-of.ts';

/** The call to action after listening to an adventure: buy it, download it, back it, or subscribe for its release. */
export function Door({ game }: { game: Game }) {
  const { title, href } = doorOf(game);
  return <ButtonLink href={href}>{title}</ButtonLink>;
}
