import { useLocation } from 'react-router';
import { screenAt } from '#client/routes.tsx';
import styles from './DownloadBlock.module.css';
import { DownloadLinks } from './DownloadLinks.tsx';

/** The block with store badges and QR codes in the page frame. Pages that show the links themselves leave it out. */
export function DownloadBlock() {
  const screen = screenAt(useLocation().pathname);
  if (screen === 'home' || screen === 'download') return null;
  return (
    <section className={styles['block']} aria-labelledby="get-the-app">
      <div className={styles['words']}>
        <h2 id="get-the-app">The app is free</h2>
        <p>
          Every adventure plays in it.
          <span className={styles['aim']}>
            {' Point your phone at a code, or press a badge on the phone itself.'}
          </span>
        </p>
      </div>
      <DownloadLinks />
    </section>
  );
}
