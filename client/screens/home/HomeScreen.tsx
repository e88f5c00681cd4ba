import { Door } from '#client/content/Door.tsx';
import { doorOf } from '#client/content/door-of.ts';
import { DownloadLinks } from '#client/shell/DownloadLinks.tsx';
import { NewsletterStrip } from '#client/shell/NewsletterStrip.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ListenButton } from '#client/sound/ListenButton.tsx';
import { canBeHeard } from '#client/sound/scenes/load-scene.ts';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Opening } from '#client/ui/Opening.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { SoundRings } from '#client/ui/SoundRings.tsx';
import { demo } from '#homes/demo';
import { lines, opening } from '#homes/opening';
import { games } from '#shared/adventures.ts';
import { paths } from '#shared/routes.ts';
import styles from './HomeScreen.module.css';

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** A column of the shop's covers: beside their text on phones, five in a row on a wide screen. */
const coverSizes = '(width < 40rem) 7.5rem, (width < 64rem) 30vw, 14rem';

/** The adventure whose scene opens the home page. */
const first = games.find(({ id }) => id === opening.world);

/** The home page. */
export function HomeScreen() {
  return (
    <>
      <RouteHead route="home" />
      <Opening world={opening.world} alt={opening.bannerAlt}>
        <h1 className={styles['title']} tabIndex={-1}>
          {opening.title}
        </h1>
        <p className={styles['lead']}>{opening.lead}</p>
        <div className={styles['ways']}>
          {canBeHeard(opening.world) ? (
            <div className={styles['listen']}>
              <ListenButton
                world={opening.world}
                name={opening.title}
                door={first ? <Door game={first} /> : null}
              />
            </div>
          ) : null}
          <div className={styles['enter']}>
            <ButtonLink
              href={paths.product(opening.slug)}
              variant={canBeHeard(opening.world) ? 'quiet' : 'primary'}
            >
              {/* On a small phone the price begins the second line: with a plain space its unit stood there alone. */}
              {first ? `${opening.button}, ${doorOf(first).price?.replace(' ', '\u00a0')}` : opening.button}
            </ButtonLink>
          </div>
        </div>
      </Opening>

      <section className={styles['worlds']} aria-labelledby="worlds">
        <h2 id="worlds">{numberWords[games.length] ?? games.length} ways into the dark</h2>
        <ul className={styles['shelf']}>
          {games.map((game) => (
            <li key={game.id} className={styles['world']} data-world={game.id}>
              <div className={styles['cover']}>
                <Picture className={styles['picture']} crops={[{ art: game.id, sizes: coverSizes }]} alt="" />
                {canBeHeard(game.id) ? (
                  <ListenButton
                    world={game.id}
                    name={game.name}
                    door={<Door game={game} />}
                    variant="quiet"
                    round
                  />
                ) : null}
              </div>
              <div className={styles['label']}>
                <h3>
                  <a href={game.page.path}>{game.name}</a>
                </h3>
                <p>{lines[game.id]}</p>
                <p className={styles['price']}>{doorOf(game).price}</p>
              </div>
            </li>
          ))}
        </ul>
        <ButtonLink href={paths.shop()}>Go to the shop</ButtonLink>
      </section>

      <div className={styles['welcome']}>
        <section className={styles['intro']} aria-labelledby="intro">
          <SoundRings size="large" />
          <h2 id="intro">A role-playing game with the lights off</h2>
          <p>
            You put on headphones. A voice tells you where you stand, and what just moved behind you. It asks
            what you do. You answer with one tap, and the story goes where you sent it.
          </p>
          <p>
            Professional voice actors, music that knows how much trouble you are in, and sound from all around
            you. Fantasy, horror and stranger places, for one listener at{'\u00a0'}a{'\u00a0'}time.
          </p>
        </section>
        <section className={styles['app']} aria-labelledby="app">
          <h2 id="app">The app is free, and so is the first descent</h2>
          <p>
            {demo.name}, the demo of {demo.gameName}, costs nothing. Get the app on your phone, put on
            headphones, and see whether your ears are brave.
          </p>
          <DownloadLinks />
        </section>
      </div>

      <NewsletterStrip />
    </>
  );
}
