import { late } from '#client/content/late.ts';
import { paths } from '#shared/routes.ts';
import { GamePage } from './GamePage.tsx';

const story = late(() => import('#client/content/games/fod.md'));

/** Lone Wolf: The Fortress of Death. */
export function FortressOfDeathScreen() {
  return (
    <GamePage
      route="fortressOfDeath"
      world="fod"
      story={story}
      lead="A fortress that breathes heat, the last of the Kai, and you between them in the dark. An audio adventure in the world of Lone Wolf."
      sceneAlt="Heat comes towards you along a basalt causeway. One small figure with a drawn sword stands on it; ahead, a fortress glows from inside like a furnace whose iron door stands ajar."
      facts={[
        ['Out', 'March 28, 2025, for Android and iOS'],
        ['You hear', 'Professional voice actors, music, sound from all around'],
        ['You need', 'A phone, our free app, headphones'],
      ]}
      action={{ title: 'Order Now', href: paths.shop() }}
    />
  );
}
