import { use } from 'react';
import { Document, type MarkdownModule } from '#client/content/Document.tsx';
import { late } from '#client/content/late.ts';
import { loadScreen } from '#client/routes.tsx';
import { NewsletterStrip } from '#client/shell/NewsletterStrip.tsx';
import { PageHead } from '#client/shell/PageHead.tsx';
import { useParameter } from '#client/shell/use-parameter.ts';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { acrossAPhone, Picture, type PictureCrop } from '#client/ui/Picture.tsx';
import { pressReleases } from '#shared/press.ts';
import { paths } from '#shared/routes.ts';
import styles from './PressArticleScreen.module.css';

const texts = new Map(
  Object.entries(
    import.meta.glob<MarkdownModule>(['../../../adventures/*/press/*.md', '../../content/press/*.md']),
  ).map(([file, load]) => [file.replace(/^.*\/|\.md$/g, ''), late(load)] as const),
);

/** A press release. An unknown slug shows the not-found page. */
export function PressArticleScreen() {
  const slug = useParameter();
  const release = pressReleases.find((candidate) => candidate.slug === slug);
  const text = texts.get(slug);
  if (!release || !text) return <NotFound />;
  const { date, day, title, summary, world } = release;
  const index = pressReleases.indexOf(release);
  const newer = pressReleases[index - 1];
  const older = pressReleases[index + 1];
  return (
    <>
      <PageHead title={title} description={summary} canonical={paths.pressArticle(slug)} />
      <Page width="wide">
        <Breadcrumbs trail={[{ title: 'Press & News', href: paths.news() }, { title }]} />
        <article className={styles['article']} data-world={world}>
          <Picture className={styles['picture']} crops={cropsOf(world)} alt="" first />
          <PageHeading lead={summary}>{title}</PageHeading>
          <p className={styles['date']}>
            <time dateTime={date}>{day}</time>
          </p>
          <Document text={text} />
        </article>
        <nav className={styles['others']} aria-label="Other press releases">
          {newer ? (
            <p>
              Newer: <a href={paths.pressArticle(newer.slug)}>{newer.title}</a>
            </p>
          ) : null}
          {older ? (
            <p>
              Older: <a href={paths.pressArticle(older.slug)}>{older.title}</a>
            </p>
          ) : null}
        </nav>
      </Page>
      <NewsletterStrip />
    </>
  );
}

/** The picture of the release's adventure, or of the company. */
function cropsOf(world: string | undefined): [...PictureCrop[], PictureCrop] {
  if (!world) return [{ art: 'booth', sizes: `${acrossAPhone}, (width < 64rem) 92vw, 24rem` }];
  return [
    { art: `${world}-wide`, sizes: '92vw', media: '(width < 64rem)' },
    { art: world, sizes: '24rem' },
  ];
}

/** The not-found page; it belongs to another area and is loaded lazily like every screen. */
function NotFound() {
  const NotFoundScreen = use(loadScreen('notFound'));
  return <NotFoundScreen />;
}
