import { late } from '#client/content/late.ts';
import { site } from '#shared/site.ts';
import { GamePage } from './GamePage.tsx';
import { Video } from './Video.tsx';

const story = late(() => import('#client/content/games/coc_aatt.md'));

/** Call of Cthulhu: Alone Against the Tide. */
export function CallOfCthulhuScreen() {
  return (
    <GamePage
      route="callOfCthulhu"
      world="coc_aatt"
      story={story}
      lead="A polite town on a lake, a professor who drowned, an estate for sale. You came to look. Something below has been listening."
      sceneAlt="A man in a hat waits at the end of a jetty, under the one lamp in green fog. The water below him is cut open: something far too long to be a boat has wound itself through the piles."
      facts={[
        ['Launch', '1 August 2025, for Android and iOS'],
        ['You hear', 'Professional voice actors, music, sound from all around'],
        ['You need', 'A phone, our free app, headphones'],
      ]}
      video={
        <Video
          id={site.videos.callOfCthulhu}
          title="Call of Cthulhu: Alone Against the Tide, at the end of the jetty"
          poster="coc_aatt"
        />
      }
    />
  );
}
