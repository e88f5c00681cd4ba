import { useSyncExternalStore } from 'react';
import { siteConfig } from '#client/config.ts';
import { facts } from '#facts';
import styles from './NewsletterForm.module.css';

/** Below this width the form's mobile version fits; its desktop version puts field and button side by side. */
const narrow = '(width < 40rem)';

/**
 * The newsletter service's own form in an iframe. Only the version that fits the screen is loaded. Its URL is a run-time
 * setting, so the prerendered page reserves space and has no iframe. A mail link does the same without a URL, without
 * JavaScript, and where a blocker takes the form away, which no page is told.
 */
export function NewsletterForm() {
  const variant = useSyncExternalStore<'desktop' | 'mobile' | null>(
    followWidth,
    () => (window.matchMedia(narrow).matches ? 'mobile' : 'desktop'),
    () => null,
  );
  const formUrl = variant && siteConfig().newsletterFormUrl;
  const isByMailOnly = variant !== null && formUrl === null;
  const subject = encodeURIComponent('Newsletter');
  return (
    <>
      {isByMailOnly ? null : (
        <div className={styles['place']}>
          {variant && formUrl ? (
            <iframe
              key={variant}
              className={styles['frame']}
              src={addressOf(formUrl, variant)}
              title="Newsletter sign-up form"
              sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
            />
          ) : null}
        </div>
      )}
      <p className={styles['byMail']}>
        {isByMailOnly ? null : <span>No form here? Something in your browser may block it. </span>}
        <span>To sign up, send an empty mail with the subject “Newsletter” to</span>{' '}
        <a href={`mailto:${facts.email.support}?subject=${subject}`}>{facts.email.support}</a>.
      </p>
    </>
  );
}

function followWidth(onChange: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function addressOf(formUrl: string, variant: 'desktop' | 'mobile'): string {
  const address = new URL(formUrl);
  address.searchParams.set('variant', variant);
  return address.href;
}
