import { facts } from '#facts';
import { paths, routes } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import styles from './Footer.module.css';
import { Wordmark } from './Wordmark.tsx';

/** Links that are named by the pages' titles. */
const entries = [
  'about',
  'contact',
  'newsletter',
  'terms',
  'withdraw',
  'privacyPolicy',
  'company',
  'accessibility',
  'jobs',
  'investors',
] as const;

/** Brand, link to the home page, and the copyright line from the founding year to the present one. */
export function Footer() {
  return (
    <footer className={styles['footer']}>
      <div className={styles['brand']}>
        <Wordmark />
        <p className={styles['tagline']}>{`${site.tagline}. Best heard with the lights off.`}</p>
      </div>
      <nav aria-label="More">
        <ul className={styles['entries']}>
          {entries.map((route) => (
            <li key={route}>
              <a className={styles['entry']} href={paths[route]()}>
                {routes[route].title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['end']}>
        <a className={styles['home']} href={paths.home()}>
          RETURN HOME
        </a>
        {/* One text, in which the server finds the year (server/http/static-files.ts); React keeps the server's. */}
        <p suppressHydrationWarning>
          {`© ${site.foundedYear} – ${new Date().getFullYear()} ${facts.company.name}`}
        </p>
      </div>
    </footer>
  );
}
