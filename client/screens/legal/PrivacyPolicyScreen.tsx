import { late } from '#client/content/late.ts';
import { LegalPage } from './LegalPage.tsx';

const text = late(() => import('#client/content/pages/privacy-policy.md?chapters'));

/** What is known about whoever uses the site, and how to have it forgotten. */
export function PrivacyPolicyScreen() {
  return (
    <LegalPage
      route="privacyPolicy"
      description="What we store about you, why and for how long, who processes it for us, and how you have it deleted. Only strictly necessary cookies, no tracking."
      text={text}
    />
  );
}
