import { use } from 'react';
import { Document, type MarkdownModule } from '#client/content/Document.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { WithContents } from '#client/ui/WithContents.tsx';
import { type RouteName, routeOf } from '#shared/routes.ts';
import styles from './LegalPage.module.css';

interface LegalPageProps {
  route: RouteName;
  description: string;
  text: () => Promise<MarkdownModule & { chapters: readonly { id: string; title: string }[] }>;
}

/** A legal document: one heading, and a long text with chapters. */
export function LegalPage({ route, description, text }: LegalPageProps) {
  const { chapters } = use(text());
  return (
    <Page width="wide">
      <RouteHead route={route} description={description} />
      <PageHeading>{routeOf(route).title}</PageHeading>
      <WithContents label="Chapters" chapters={chapters}>
        <div className={styles['legal']}>
          <Document text={text} />
        </div>
      </WithContents>
    </Page>
  );
}
