import { ButtonLink } from '#client/ui/Button.tsx';
import { paths } from '#shared/routes.ts';
import styles from './NewsletterStrip.module.css';

/**
 * The way to the newsletter. The form itself is another company's and stands on the newsletter page alone, so that no
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
