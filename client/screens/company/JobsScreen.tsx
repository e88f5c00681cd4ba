import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';
import { HousePage } from './HousePage.tsx';

/** Says that there are no openings, and what to do all the same. */
export function JobsScreen() {
  return (
    <HousePage>
      <RouteHead
        route="jobs"
        description="There are no openings at the moment. When there are, they stand here first."
      />
      <PageHeading lead="There are no openings at the moment.">Jobs</PageHeading>
      <Prose>
        <p>
          When there are, they stand on this page first, and then in{' '}
          <a href={paths.newsletter()}>the newsletter</a>.
        </p>
        <h2>Let us hear you all the same</h2>
        <p>
          If you write, act, compose or place sounds, and you would like us to know that you are out there,
          send a few lines and something to listen to:{' '}
          <a href={`mailto:${facts.email.jobs}`}>{facts.email.jobs}</a>. We listen to it, and we keep it only
          if you say so.
        </p>
        <ul>
          <li>
            <strong>Voices:</strong> two minutes, close to the microphone, of somebody who is afraid and does
            not say so.
          </li>
          <li>
            <strong>Writers:</strong> one scene with a choice in it, in which nothing is seen.
          </li>
          <li>
            <strong>Sound and music:</strong> a place that one knows with closed eyes.
          </li>
        </ul>
      </Prose>
      <ButtonRow>
        <ButtonLink href={`mailto:${facts.email.jobs}`}>Send us something</ButtonLink>
        <ButtonLink href={paths.newsletter()} variant="quiet">
          Sign up for the newsletter
        </ButtonLink>
      </ButtonRow>
    </HousePage>
  );
}
