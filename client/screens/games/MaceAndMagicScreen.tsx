import { late } from '#client/content/late.ts';
import { site } from '#shared/site.ts';
import { GamePage } from './GamePage.tsx';
import { Video } from './Video.tsx';

const story = late(() => import('#client/content/games/maceandmagic.md'));

/** Mace & Magic, with its demo Vemhir's Castle. */
export function MaceAndMagicScreen() {
  return (
    <GamePage
      route="maceAndMagic"
      world="maceandmagic"
      story={story}
      lead="You own a mace and have heard of magic. Vemhir's Castle, the demo, is free: bring headphones."
      sceneAlt="A castle court at night. Rose-coloured light falls through one great round window of quartz onto the paving, and in it stands a mace as tall as three people, its copper gone green."
      facts={[
        ['Demo', "Vemhir's Castle, free in our app for Android and iOS"],
        ['The game', 'Crowdfunded by its listeners'],
        ['You need', 'A phone, our free app, headphones'],
      ]}
      action={{ title: 'See the crowdfunding campaign', href: site.links.maceAndMagicCrowdfunding }}
      video={
        <Video
          id={site.videos.maceAndMagic}
          title="Mace & Magic, the video of the campaign"
          poster="maceandmagic"
        />
      }
    />
  );
}
