import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';

/** Says that there are no openings. */
export function JobsScreen() {
  return (
    <Page>
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
        <p>
          If you write, act, compose or place sounds, and you would like us to know that you are out there,
          send a few lines and something to listen to:{' '}
          <a href={`mailto:${facts.email.jobs}`}>{facts.email.jobs}</a>. We listen to it, and we keep it only
          if you say so.
        </p>
      </Prose>
    </Page>
  );
}
