import { late } from '#client/content/late.ts';
import { LegalPage } from './LegalPage.tsx';

const text = late(() => import('#client/content/pages/accessibility.md?chapters'));

/** The accessibility statement. */
export function AccessibilityScreen() {
  return (
    <LegalPage
      route="accessibility"
      description="WCAG 2.2 AA on every page, adventures that are played by ear, how we test, where we fall short, and how to tell us."
      text={text}
    />
  );
}
