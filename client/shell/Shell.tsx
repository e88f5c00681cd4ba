import { type ReactNode, Suspense, ViewTransition } from 'react';
import { useLocation } from 'react-router';
import { DownloadBlock } from './DownloadBlock.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { PageWait } from './PageWait.tsx';
import styles from './Shell.module.css';

/** The page frame around every screen: header, footer, landmarks. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className={styles['shell']}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" className={styles['main']} tabIndex={-1}>
        <ErrorBoundary place={pathname}>
          <ViewTransition default="none" update={{ page: 'page', default: 'none' }}>
            {/* Seen when somebody goes back to a loaded screen whose text is not there (SiteRouter.tsx says why). */}
            <Suspense fallback={<PageWait />}>{children}</Suspense>
          </ViewTransition>
        </ErrorBoundary>
      </main>
      <DownloadBlock />
      <Footer />
      <Navigation />
    </div>
  );
}
