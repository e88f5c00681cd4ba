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
      coverAlt="A pink crystal mace stands upright in the grass before the ruins of a castle; it glows, and a small figure looks at it."
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
          poster="/art/maceandmagic.svg"
        />
      }
    />
  );
}
