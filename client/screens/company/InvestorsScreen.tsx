import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';

/** A static text for those who consider putting money into this. */
export function InvestorsScreen() {
  return (
    <Page>
      <RouteHead
        route="investors"
        description="Interactive audio adventures on Android and iOS: two released, 687 backers, and a first investment round of 3.8 million SEK."
      />
      <PageHeading lead="We make interactive audio adventures, and people pay to hear them.">
        Investors
      </PageHeading>
      <Prose>
        <p>
          Our adventures are played in our own app on Android and iOS, with professional voice actors, music
          and 360-degree sound. They are sold in our own shop, for a price, without advertising.
        </p>
        <h2>Where we stand</h2>
        <ul>
          <li>
            <strong>365 000 SEK</strong> from <strong>687 backers</strong> for The Fortress of Death: 365 % of
            the goal of its crowdfunding campaign.
          </li>
          <li>
            <strong>Two adventures released:</strong> Steve Jackson's F.I.S.T. on September 7, 2024, and Lone
            Wolf: The Fortress of Death on March 28, 2025.
          </li>
          <li>
            <strong>Worlds with a name:</strong> Lone Wolf, F.I.S.T., Call of Cthulhu, Dracula: Curse of the
            Vampire, and a partnership with Fighting Fantasy.
          </li>
          <li>
            <strong>3.8 million SEK</strong> in our{' '}
            <a href={paths.pressArticle('first-investment-round')}>first investment round</a>.
          </li>
        </ul>
        <h2>Talk to us</h2>
        <p>
          Write to <a href={`mailto:${facts.email.investors}`}>{facts.email.investors}</a>. We are glad to
          lend you a pair of headphones.
        </p>
      </Prose>
    </Page>
  );
}
