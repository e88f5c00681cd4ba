import styles from './Breadcrumbs.module.css';

interface Breadcrumb {
  title: string;
  /** A path of this site; the page itself has none. */
  href?: string;
}

/** Breadcrumb navigation, outermost first. */
export function Breadcrumbs({ trail }: { trail: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles['trail']}>
        {trail.map(({ title, href }) => (
          <li key={title} className={styles['step']}>
            {href ? (
              <a className={styles['link']} href={href}>
                {title}
              </a>
            ) : (
              <span className={styles['here']} aria-current="page">
                {title}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
