import { Document } from '#client/content/Document.tsx';
import { late } from '#client/content/late.ts';
import { NewsletterStrip } from '#client/shell/NewsletterStrip.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { HousePage } from './HousePage.tsx';

const text = late(() => import('#client/content/pages/about.md'));

/** Who makes this, and why without pictures. */
export function AboutScreen() {
  return (
    <>
      <HousePage>
        <RouteHead
          route="about"
          description="A sound and music company that makes games which are not looked at: interactive audio role-playing adventures for one listener."
        />
        <PageHeading>About us</PageHeading>
        <Document text={text} />
      </HousePage>
      <NewsletterStrip />
    </>
  );
}
