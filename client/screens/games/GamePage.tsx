import type { ReactNode } from 'react';
import { Document, type MarkdownModule } from '#client/content/Document.tsx';
import { NewsletterStrip } from '#client/shell/NewsletterStrip.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ListenBlock } from '#client/sound/ListenBlock.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { LivingBanner } from '#client/ui/LivingBanner.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { paths, routes } from '#shared/routes.ts';
import styles from './GamePage.module.css';

interface GamePageProps {
  route: 'fortressOfDeath' | 'fist' | 'maceAndMagic' | 'callOfCthulhu' | 'dracula';
  /** The game's world: its cover and its accent are called so. */
  world: 'fod' | 'fist' | 'maceandmagic' | 'coc_aatt' | 'dracula';
  story: () => Promise<MarkdownModule>;
  /** One or two sentences under the title; search results show them too. */
  lead: string;
  /** What the cover shows. */
  coverAlt: string;
  /** A few plain facts: what it is called, what it is. */
  facts: readonly (readonly [name: string, value: string])[];
  /** The one thing to do here. */
  action?: { title: string; href: string };
  video?: ReactNode;
}

/** What each game's world sounds like. */
const soundsOf = {
  fortressOfDeath: 'fod',
  fist: 'fist',
  maceAndMagic: 'mace',
  callOfCthulhu: 'coc',
  dracula: 'dracula',
} as const;

/** A game's own page: where the story starts, and the one way on. */
export function GamePage({ route, world, story, lead, coverAlt, facts, action, video }: GamePageProps) {
  const { title = '' } = routes[route];
  return (
    <>
      <RouteHead route={route} description={lead} />
      <div className={styles['stage']} data-world={world}>
        <Page width="wide">
          <Breadcrumbs trail={[{ title: 'Games', href: paths.shop() }, { title }]} />
          <div className={styles['opening']}>
            <div className={styles['words']}>
              <PageHeading lead={lead}>{title}</PageHeading>
              <dl className={styles['facts']}>
                {facts.map(([name, value]) => (
                  <div key={name} className={styles['fact']}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {action ? (
                <div>
                  <ButtonLink href={action.href}>{action.title}</ButtonLink>
                </div>
              ) : null}
            </div>
            <LivingBanner
              className={styles['cover']}
              world={world}
              shape="cover"
              sizes="(width < 56rem) min(92vw, 26rem), 27rem"
              alt={coverAlt}
              first
            />
          </div>
          <ListenBlock world={soundsOf[route]} />
          {video}
          <div className={styles['story']}>
            <Document text={story} />
          </div>
        </Page>
      </div>
      <NewsletterStrip />
    </>
  );
}
