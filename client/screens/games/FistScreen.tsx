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
      coverAlt="A gauntleted fist holds up a torch in a brick passage; the light stops at the first step of a stair that goes down."
      facts={[
        ['Out', 'September 7, 2024, for Android and iOS'],
        ['You hear', 'Professional voice actors, music, sound from all around'],
        ['You need', 'A phone, our free app, headphones'],
      ]}
      action={{ title: 'Order Now', href: paths.shop() }}
    />
  );
}
