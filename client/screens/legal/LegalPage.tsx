import { Document, type LateText } from '#client/content/Document.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { type RouteName, routeOf } from '#shared/routes.ts';
import styles from './LegalPage.module.css';

interface LegalPageProps {
  route: RouteName;
  description: string;
  text: LateText;
}

/** A document that the company is held to: one heading, and a long text with chapters. */
export function LegalPage({ route, description, text }: LegalPageProps) {
  return (
    <Page>
      <RouteHead route={route} description={description} />
      <PageHeading>{routeOf(route).title}</PageHeading>
      <div className={styles['legal']}>
        <Document text={text} />
      </div>
    </Page>
  );
}
