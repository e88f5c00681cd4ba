import { late } from '#client/content/late.ts';
import { LegalPage } from './LegalPage.tsx';

const text = late(() => import('#client/content/pages/terms.md?chapters'));

/** The terms of sale, with the right of withdrawal and its model form. */
export function TermsScreen() {
  return (
    <LegalPage
      route="terms"
      description="What you buy, what it costs, when it is yours, how you withdraw within 14 days, and what to do when something is wrong. With the model withdrawal form."
      text={text}
    />
  );
}
