import { Document } from '#client/content/Document.tsx';
import { late } from '#client/content/late.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import styles from './PrivacyPolicyScreen.module.css';

const text = late(() => import('#client/content/pages/privacy-policy.md'));

/** What is known about whoever uses the site, and how to have it forgotten. */
export function PrivacyPolicyScreen() {
  return (
    <Page>
      <RouteHead
        route="privacyPolicy"
        description="What we store about you, why and for how long, who processes it for us, and how you have it deleted. One strictly necessary cookie, no tracking."
      />
      <PageHeading>Privacy policy</PageHeading>
      <div className={styles['policy']}>
        <Document text={text} />
      </div>
    </Page>
  );
}
