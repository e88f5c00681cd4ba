import { hasScreen } from '#client/routes.tsx';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import styles from './Footer.module.css';
import { Wordmark } from './Wordmark.tsx';

const entries = [
  { route: 'about', title: 'About us', href: paths.about() },
  { route: 'contact', title: 'Contact', href: paths.contact() },
  { route: 'newsletter', title: 'Newsletter', href: paths.newsletter() },
  { route: 'withdraw', title: 'Withdraw from a purchase', href: paths.withdraw() },
  { route: 'privacyPolicy', title: 'Privacy policy', href: paths.privacyPolicy() },
  { route: 'jobs', title: 'Jobs', href: paths.jobs() },
  { route: 'investors', title: 'Investors', href: paths.investors() },
] as const;

/** Brand strip, the way home, and the copyright line from the founding year to this one. */
export function Footer() {
  const shown = entries.filter(({ route }) => hasScreen(route));
  return (
    <footer className={styles['footer']}>
      <div className={styles['brand']}>
        <Wordmark />
        <p className={styles['tagline']}>{site.tagline}. Best heard with the lights off.</p>
      </div>
      {shown.length > 0 ? (
        <nav aria-label="More">
          <ul className={styles['entries']}>
            {shown.map(({ title, href }) => (
              <li key={title}>
                <a className={styles['entry']} href={href}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <div className={styles['end']}>
        <a className={styles['home']} href={paths.home()}>
          RETURN HOME
        </a>
        {/* The page may have been prerendered last year: the browser's calendar wins. */}
        <p suppressHydrationWarning>
          © {site.foundedYear} – {new Date().getFullYear()} {site.company}
        </p>
      </div>
    </footer>
  );
}
