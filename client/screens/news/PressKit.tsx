import { ButtonLink } from '#client/ui/Button.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { SoundRings } from '#client/ui/SoundRings.tsx';
import { facts } from '#facts';
import { pressFacts } from '#homes/press';
import { games } from '#shared/adventures.ts';
import { pressKitMegabytes, pressKitParts, pressKitPath } from '#shared/press-kit.ts';
import { site } from '#shared/site.ts';
import styles from './PressKit.module.css';

const rows: readonly (readonly [name: string, value: string])[] = [
  ['Company', facts.company.name],
  ['Site and shop', `${site.name}, since ${site.foundedYear}`],
  ['What we make', 'Interactive audio role-playing adventures for one listener'],
  ['Played on', 'Android and iOS, in a free app'],
  ...pressFacts,
  ['Fighting Fantasy', 'A partnership'],
  ['First investment round', '3.8 million SEK'],
];

/** The press kit: logos, pictures, facts and a contact. */
export function PressKit() {
  return (
    <section className={styles['kit']} aria-labelledby="press-kit">
      <div className={styles['opening']}>
        <h2 id="press-kit" tabIndex={-1}>
          Press kit
        </h2>
        <p>
          Logos, pictures and facts. Use them when you write or talk about us; name the adventure, and leave
          the pictures as they are.
        </p>
        <ButtonLink href={pressKitPath}>Download the press kit (ZIP)</ButtonLink>
      </div>

      <div className={styles['part']}>
        <h3>What is in it</h3>
        <dl className={styles['facts']}>
          {pressKitParts.map(({ folder, title, format, ...size }) => (
            <div key={folder} className={styles['fact']}>
              <dt>{title}</dt>
              <dd>{'width' in size ? `${size.width} × ${size.height} pixels, ${format}` : format}</dd>
            </div>
          ))}
          <div className={styles['fact']}>
            <dt>Fact sheet and terms of use</dt>
            <dd>Text</dd>
          </div>
        </dl>
        <p>All of it is less than {pressKitMegabytes} MB.</p>
      </div>

      <div className={styles['part']}>
        <h3>Logos</h3>
        <ul className={styles['logos']}>
          {(['night', 'paper'] as const).map((ground) => (
            <li key={ground} className={styles[ground]}>
              <SoundRings size="large" />
              <span className={styles['name']}>{site.name}</span>
            </li>
          ))}
        </ul>
      </div>

      <div className={styles['part']}>
        <h3>Pictures</h3>
        <ul className={styles['pictures']}>
          {games.map(({ id, name }) => (
            <li key={id} data-world={id}>
              <a className={styles['picture']} href={`/art/${id}.jpg`} download>
                <Picture
                  className={styles['cover']}
                  crops={[{ art: id, sizes: '(width < 40rem) 45vw, 13rem' }]}
                  alt=""
                />
                <span>{name}: cover (JPEG)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>

      <div className={styles['part']}>
        <h3>Facts</h3>
        <dl className={styles['facts']}>
          {rows.map(([name, value]) => (
            <div key={name} className={styles['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>

      <div className={styles['part']}>
        <h3>Contact</h3>
        <p>
          Interviews, review codes, and anything that is not here:{' '}
          <a href={`mailto:${facts.email.press}`}>{facts.email.press}</a>.
        </p>
      </div>
    </section>
  );
}
