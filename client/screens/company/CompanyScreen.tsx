import { Document } from '#client/content/Document.tsx';
import { late } from '#client/content/late.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { HousePage } from './HousePage.tsx';

const text = late(() => import('#client/content/pages/company.md'));

/** The imprint: who runs the site, and who watches over them. */
export function CompanyScreen() {
  return (
    <HousePage>
      <RouteHead
        route="company"
        description="Who runs this site: name, address, organisation number and VAT number, how to reach us, and the authorities you can turn to."
      />
      <PageHeading>The company</PageHeading>
      <Document text={text} />
    </HousePage>
  );
}
