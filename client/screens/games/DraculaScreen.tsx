import { late } from '#client/content/late.ts';
import { site } from '#shared/site.ts';
import { GamePage } from './GamePage.tsx';
import { Video } from './Video.tsx';

const story = late(() => import('#client/content/games/dracula.md'));

/** Dracula: Curse of the Vampire. */
export function DraculaScreen() {
  return (
    <GamePage
      route="dracula"
      world="dracula"
      story={story}
      lead="A coach, a mountain road, and a host who never eats. Horror for the ear, funded by its backers."
      sceneAlt="A mountain stands against the night like a man in a high-collared cloak, the moon where his face would be. The lining is red rock; at the hem a coach with one red lantern hurries towards it through the fog."
      facts={[
        ['The game', 'Crowdfunded on a backer platform'],
        ['You hear', 'Professional voice actors, music, sound from all around'],
        ['You need', 'A phone, our free app, headphones'],
      ]}
      action={{ title: 'Go to the backer platform', href: site.links.draculaBackerPlatform }}
      video={
        <Video
          id={site.videos.dracula}
          title="Dracula: Curse of the Vampire, the road up to the castle"
          poster="dracula"
        />
      }
    />
  );
}
