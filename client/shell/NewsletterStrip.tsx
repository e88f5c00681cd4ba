import { ButtonLink } from '#client/ui/Button.tsx';
import { paths } from '#shared/routes.ts';
import styles from './NewsletterStrip.module.css';

/**
 * The link to the newsletter. The form itself belongs to another company and is only on the newsletter page, so that no
 * other page loads anything from there.
 */
export function NewsletterStrip() {
  return (
    <section className={styles['strip']} aria-labelledby="newsletter-strip">
      <div className={styles['words']}>
        <h2 id="newsletter-strip" className={styles['title']}>
          A letter when there is something to hear
        </h2>
        <p>Release days, new voices, and now and then a sound before anybody else has it.</p>
      </div>
      <ButtonLink href={paths.newsletter()} variant="quiet">
        Sign up for the newsletter
      </ButtonLink>
    </section>
  );
}
