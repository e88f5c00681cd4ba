import { late } from '#client/content/late.ts';
import { LegalPage } from './LegalPage.tsx';

const text = late(() => import('#client/content/pages/company.md'));

/** The imprint: who runs the site, and who watches over them. */
export function CompanyScreen() {
  return (
    <LegalPage
      route="company"
      description="Who runs this site: name, address, organisation number and VAT number, how to reach us, and the authorities you can turn to."
      text={text}
    />
  );
}
