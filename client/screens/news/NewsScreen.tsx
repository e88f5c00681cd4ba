import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { pressReleases } from '#shared/press.ts';
import { paths } from '#shared/routes.ts';
import styles from './NewsScreen.module.css';
import { PressKit } from './PressKit.tsx';

/** The press releases, newest first, and the press kit. */
export function NewsScreen() {
  return (
    <Page width="wide">
      <RouteHead
        route="news"
        description="Press releases about Lone Wolf: The Fortress of Death, F.I.S.T., Dracula and Fighting Fantasy, and the press kit with pictures, logos and facts."
      />
      <PageHeading lead="What has happened, newest first.">Press &amp; News</PageHeading>
      <ButtonRow>
        <ButtonLink href="#press-kit" variant="quiet">
          Press kit
        </ButtonLink>
      </ButtonRow>
      <ol className={styles['releases']}>
        {pressReleases.map(({ slug, date, day, title, summary, world }) => (
          <li key={slug} className={styles['release']}>
            <time className={styles['date']} dateTime={date}>
              {day}
            </time>
            <div className={styles['words']}>
              <h2 className={styles['title']}>
                <a className={styles['link']} href={paths.pressArticle(slug)}>
                  {title}
                </a>
              </h2>
              <p>{summary}</p>
            </div>
            {world ? (
              <Picture
                className={styles['picture']}
                crops={[{ art: `${world}-wide`, sizes: '(width < 48rem) 6.5rem, 14rem' }]}
                alt=""
              />
            ) : null}
          </li>
        ))}
      </ol>
      <PressKit />
    </Page>
  );
}
