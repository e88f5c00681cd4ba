import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { paths } from '#shared/routes.ts';
import { NewsletterForm } from './NewsletterForm.tsx';

/** Where to sign up for the newsletter. */
export function NewsletterScreen() {
  return (
    <Page>
      <RouteHead
        route="newsletter"
        description="Sign up for the newsletter: release days, new voices, and now and then a sound before anybody else has it."
      />
      <PageHeading lead="A letter when there is something to hear: release days, new voices, and now and then a sound before anybody else has it.">
        Newsletter
      </PageHeading>
      <NewsletterForm />
      <Prose>
        <p>
          Each letter has a link that ends it. What becomes of your address is in{' '}
          <a href={paths.privacyPolicy()}>the privacy policy</a>.
        </p>
      </Prose>
    </Page>
  );
}
