import type { ReactNode } from 'react';
import { Document, type MarkdownModule } from '#client/content/Document.tsx';
import { NewsletterStrip } from '#client/shell/NewsletterStrip.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ListenBlock } from '#client/sound/ListenBlock.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Opening } from '#client/ui/Opening.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { paths, routes } from '#shared/routes.ts';
import styles from './GamePage.module.css';

interface GamePageProps {
  route: 'fortressOfDeath' | 'fist' | 'maceAndMagic' | 'callOfCthulhu' | 'dracula';
  /** The game's world: its cover and its accent are called so. */
  world: 'fod' | 'fist' | 'maceandmagic' | 'coc_aatt' | 'dracula';
  story: () => Promise<MarkdownModule>;
  /** One or two sentences under the title; search results show them too. */
  lead: string;
  /** What the scene shows. */
  sceneAlt: string;
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
export function GamePage({ route, world, story, lead, sceneAlt, facts, action, video }: GamePageProps) {
  const { title = '' } = routes[route];
  return (
    <>
      <RouteHead route={route} description={lead} />
      <Opening
        world={world}
        alt={sceneAlt}
        above={<Breadcrumbs trail={[{ title: 'Games', href: paths.shop() }, { title }]} />}
      >
        <div className={styles['title']}>
          <PageHeading lead={lead}>{title}</PageHeading>
        </div>
        <dl className={styles['facts']}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {action ? <ButtonLink href={action.href}>{action.title}</ButtonLink> : null}
      </Opening>
      <Page width="wide" world={world}>
        <ListenBlock world={soundsOf[route]} />
        {video}
        <div className={styles['story']}>
          <Document text={story} />
          <Picture className={styles['cover']} crops={[{ art: world, sizes: '22rem' }]} alt="" />
        </div>
      </Page>
      <NewsletterStrip />
    </>
  );
}
