import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';
import { Figures } from './Figures.tsx';
import { HousePage } from './HousePage.tsx';

const standing = [
  { number: '687 backers', about: 'paid for The Fortress of Death before anybody had heard it' },
  { number: '365 000 SEK', about: 'from them: 365 % of the goal of its crowdfunding campaign' },
  {
    number: '3.8\u00a0million SEK',
    about: (
      <>
        in our <a href={paths.pressArticle('first-investment-round')}>first investment round</a>
      </>
    ),
  },
];

/** A static text for those who consider putting money into this. */
export function InvestorsScreen() {
  return (
    <HousePage>
      <RouteHead
        route="investors"
        description="Interactive audio adventures on Android and iOS: worlds with a name, 687 backers, and a first investment round of 3.8 million SEK."
      />
      <PageHeading lead="We make interactive audio adventures, and people pay to hear them.">
        Investors
      </PageHeading>
      <Figures figures={standing} />
      <Prose>
        <h2>What we make</h2>
        <p>
          Our adventures are played in our own app on Android and iOS, with professional voice actors, music
          and 360-degree sound. They are sold in our own shop, for a price, without advertising.
        </p>
        <h2>Where we stand</h2>
        <ul>
          <li>
            <strong>Released:</strong> Steve Jackson's F.I.S.T. on 7 September 2024, Lone Wolf: The Fortress
            of Death on 28 March 2025, and Call of Cthulhu: Alone Against the Tide on 1 August 2025.
          </li>
          <li>
            <strong>Worlds with a name:</strong> Lone Wolf, F.I.S.T., Call of Cthulhu, Dracula: Curse of the
            Vampire, and a partnership with Fighting Fantasy.
          </li>
          <li>
            <strong>A shop of our own:</strong> nobody stands between us and those who listen.
          </li>
        </ul>
        <h2>Talk to us</h2>
        <p>
          Write to <a href={`mailto:${facts.email.investors}`}>{facts.email.investors}</a>. We are glad to
          lend you a pair of headphones.
        </p>
      </Prose>
      <ButtonRow>
        <ButtonLink href={`mailto:${facts.email.investors}`}>Write to us</ButtonLink>
        <ButtonLink href={paths.shop()} variant="quiet">
          Hear what we make
        </ButtonLink>
      </ButtonRow>
    </HousePage>
  );
}
