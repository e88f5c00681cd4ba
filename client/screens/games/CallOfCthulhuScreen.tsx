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
      coverAlt="A jetty runs out into green fog; a sodium lamp lights its end, and under the water beside it lies a shape too long to be a boat."
      facts={[
        ['Launch', '1 August 2025, for Android and iOS'],
        ['You hear', 'Professional voice actors, music, sound from all around'],
        ['You need', 'A phone, our free app, headphones'],
      ]}
      video={
        <Video
          id={site.videos.callOfCthulhu}
          title="Call of Cthulhu: Alone Against the Tide, at the end of the jetty"
          poster="/art/coc_aatt.svg"
        />
      }
    />
  );
}
