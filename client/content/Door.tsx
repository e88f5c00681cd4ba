import { ButtonLink } from '#client/ui/Button.tsx';
import type { Game } from '#shared/adventures.ts';
import { doorOf } from './door-of.ts';

/** The way on from an adventure, for whoever has just heard it: to buy it, fetch it, back it, or be told when it is there. */
export function Door({ game }: { game: Game }) {
  const { title, href } = doorOf(game);
  return <ButtonLink href={href}>{title}</ButtonLink>;
}
