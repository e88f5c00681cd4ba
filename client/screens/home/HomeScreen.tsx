import { DownloadLinks } from '#client/shell/DownloadLinks.tsx';
import { NewsletterStrip } from '#client/shell/NewsletterStrip.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { ListenBlock } from '#client/sound/ListenBlock.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Opening } from '#client/ui/Opening.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { SoundRings } from '#client/ui/SoundRings.tsx';
import { paths } from '#shared/routes.ts';
import { games } from './games.ts';
import styles from './HomeScreen.module.css';

const bannerAlt =
  'Night, and heat on your face. A basalt causeway leads to a fortress whose iron gate stands ajar; white fire falls out of it onto one small figure with a drawn sword, and chains as thick as tree trunks hang over the road.';

/** A column of the shelf: beside its words on phones, five abreast on a wide screen. */
const coverSizes = '(width < 40rem) 7.5rem, (width < 64rem) 30vw, 14rem';

/** The first thing most people see of the place. */
export function HomeScreen() {
  return (
    <>
      <RouteHead route="home" />
      <Opening world="fod" alt={bannerAlt}>
        <h1 className={styles['title']} tabIndex={-1}>
          The fortress breathes. You listen.
        </h1>
        <p className={styles['lead']}>
          Lone Wolf, in the dark, between your ears. An audio adventure where you choose what happens.
        </p>
        <div className={styles['enter']}>
          <ButtonLink href={paths.product('fod')}>Enter The Fortress of Death</ButtonLink>
        </div>
      </Opening>

      <div className={styles['listen']}>
        <ListenBlock world="fod" />
      </div>

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
            you. Fantasy, horror and stranger places, for one listener at a time.
          </p>
        </section>
        <section className={styles['app']} aria-labelledby="app">
          <h2 id="app">The app is free, and so is the first descent</h2>
          <p>
            Vemhir's Castle, the demo of Mace &amp; Magic, costs nothing. Point your phone at a code, put on
            headphones, and see whether your ears are brave.
          </p>
          <DownloadLinks />
        </section>
      </div>

      <NewsletterStrip />

      <section className={styles['worlds']} aria-labelledby="worlds">
        <h2 id="worlds">Five ways into the dark</h2>
        <ul className={styles['shelf']}>
          {games.map(({ href, title, line, world }) => (
            <li key={href} className={styles['world']} data-world={world}>
              <Picture className={styles['cover']} crops={[{ art: world, sizes: coverSizes }]} alt="" />
              <div className={styles['label']}>
                <h3>
                  <a href={href}>{title}</a>
                </h3>
                <p>{line}</p>
              </div>
            </li>
          ))}
        </ul>
        <ButtonLink href={paths.shop()}>Go to the shop</ButtonLink>
      </section>
    </>
  );
}
