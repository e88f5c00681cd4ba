import { late } from '#client/content/late.ts';
import { paths } from '#shared/routes.ts';
import { GamePage } from './GamePage.tsx';

const story = late(() => import('#client/content/games/fist.md'));

/** Steve Jackson's F.I.S.T. */
export function FistScreen() {
  return (
    <GamePage
      route="fist"
      world="fist"
      story={story}
      lead="It was always a game for the ear. Go down into the castle of a demon prince by the light of one torch, and come back up."
      sceneAlt="A mailed fist lifts a spitting torch in a passage of blood-red brick. Beside it steps go down under an arch; the light gives up on them, and far below two eyes give it back."
      facts={[
        ['Out', 'September 7, 2024, for Android and iOS'],
        ['You hear', 'Professional voice actors, music, sound from all around'],
        ['You need', 'A phone, our free app, headphones'],
      ]}
      action={{ title: 'Order Now', href: paths.shop() }}
    />
  );
}
