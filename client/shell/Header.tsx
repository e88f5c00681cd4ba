import { useLocation } from 'react-router';
import { CartLink } from '#client/cart/CartLink.tsx';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import styles from './Header.module.css';
import { WithFact } from './WithFact.tsx';
import { Wordmark } from './Wordmark.tsx';

const entries = [
  { title: 'Shop', href: paths.shop() },
  { title: 'News', href: paths.news() },
  { title: 'FAQ', href: paths.faq() },
  { title: 'Download', href: paths.download() },
  { title: 'Account', href: paths.account() },
] as const;

/** The header of the specification's page shell, with the site's navigation. */
export function Header() {
  const { pathname } = useLocation();
  return (
    <header className={styles['header']}>
      <div className={styles['strip']}>
        <a className={styles['logo']} href={paths.shop()} aria-label={`${site.name}, to the shop`}>
          <Wordmark />
        </a>
        <WithFact fact={facts.links.mainSite}>
          {(href) => (
            <a className={styles['mainSite']} href={href}>
              BACK TO MAIN SITE
            </a>
          )}
        </WithFact>
      </div>
      <nav className={styles['navigation']} aria-label="Main">
        <ul className={styles['entries']}>
          {entries.map(({ title, href }) => (
            <li key={title}>
              <a className={styles['entry']} href={href} aria-current={currentness(href, pathname)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
        <CartLink />
      </nav>
    </header>
  );
}

/** `aria-current`: a page below an entry, such as a product below the shop, is `true`, the entry itself `page`. */
function currentness(href: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === href) return 'page';
  return pathname.startsWith(`${href}/`) ? 'true' : undefined;
}
