import { useLocation } from 'react-router';
import { Document, textsByHome } from '#client/content/Document.tsx';
import { Door } from '#client/content/Door.tsx';
import { doorOf } from '#client/content/door-of.ts';
import { FactList } from '#client/content/FactList.tsx';
import { LateDetails } from '#client/content/LateDetails.tsx';
import { screenAt } from '#client/routes.tsx';
import { NewsletterStrip } from '#client/shell/NewsletterStrip.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { WithFact } from '#client/shell/WithFact.tsx';
import { ListenBlock } from '#client/sound/ListenBlock.tsx';
import { ListenButton } from '#client/sound/ListenButton.tsx';
import { canBeHeard } from '#client/sound/scenes/load-scene.ts';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Opening } from '#client/ui/Opening.tsx';
import { ButtonRow, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { facts } from '#facts';
import { gameFacts } from '#homes/games';
import { type Game, games } from '#shared/adventures.ts';
import { gameRoute, paths } from '#shared/routes.ts';
import styles from './AdventureScreen.module.css';
import { Video } from './Video.tsx';

const stories = textsByHome(import.meta.glob('../../../adventures/*/page.md'));

/** An adventure's own page. */
export function AdventureScreen() {
  const { pathname } = useLocation();
  const name = screenAt(pathname);
  const game = games.find((candidate) => gameRoute(candidate) === name);
  if (!game) throw new Error(`${pathname} is the page of no adventure.`);
  // Keyed, so that sound or video of one adventure stops on the next one's page.
  return <AdventurePage key={game.id} game={game} />;
}

/** The hero with the story's beginning, and the one call to action. */
function AdventurePage({ game }: { game: Game }) {
  const { id, name } = game;
  const about = gameFacts[id];
  if (!about) throw new Error(`The adventure ${id} has no words for its page.`);
  const { pictureAlt, lead, facts: rows, link, video, details } = about;
  const story = stories.get(id);
  const places = facts.adventures[id];
  return (
    <>
      <RouteHead route={gameRoute(game)} description={lead} />
      <Opening
        world={id}
        alt={pictureAlt}
        above={<Breadcrumbs trail={[{ title: 'Games', href: paths.shop() }, { title: name }]} />}
      >
        <div className={styles['title']}>
          <PageHeading lead={lead}>{name}</PageHeading>
        </div>
        <ButtonRow>
          {canBeHeard(id) ? (
            <ListenButton
              world={id}
              name={name}
              door={<Door game={game} />}
              variant={isOnTheShelf(game) || link ? 'quiet' : 'primary'}
            />
          ) : null}
          {isOnTheShelf(game) ? (
            <div className={styles['order']}>
              <ButtonLink href={paths.shop()}>Order Now</ButtonLink>
              <span className={styles['price']}>{doorOf(game).price}</span>
            </div>
          ) : null}
          {link && !isOnTheShelf(game) ? (
            <WithFact fact={places?.link}>
              {(href) => <ButtonLink href={href}>{link.title}</ButtonLink>}
            </WithFact>
          ) : null}
        </ButtonRow>
        <FactList rows={rows} />
      </Opening>
      <Page width="wide" world={id}>
        {canBeHeard(id) ? <ListenBlock world={id} door={<Door game={game} />} /> : null}
        {video ? (
          <WithFact fact={places?.video}>{(film) => <Video id={film} {...video} poster={id} />}</WithFact>
        ) : null}
        <div className={styles['story']}>
          {story ? <Document text={story} /> : null}
          <Picture className={styles['cover']} crops={[{ art: id, sizes: '22rem' }]} alt="" />
        </div>
        <LateDetails details={details} />
      </Page>
      <NewsletterStrip />
    </>
  );
}

/** Products in the shop are sold there; otherwise the adventure's own link is the call to action. */
function isOnTheShelf({ products }: Game): boolean {
  return products.some(({ hidden }) => !hidden);
}
