import { PageHead } from '#client/shell/PageHead.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { SoundRings } from '#client/ui/SoundRings.tsx';
import { paths } from '#shared/routes.ts';
import styles from './NotFoundScreen.module.css';

/** The page for addresses that lead nowhere. */
export function NotFoundScreen() {
  return (
    <>
      <PageHead title="Game Over" description="This page has been devoured." indexed={false} />
      <div className={styles['void']}>
        <SoundRings size="large" />
        <h1 tabIndex={-1}>Game Over.</h1>
        <p className={styles['text']}>This page has been devoured by the Black Ether... Sorry!</p>
        <ButtonRow>
          <ButtonLink href={paths.home()}>Return home</ButtonLink>
          <ButtonLink href={paths.shop()} variant="quiet">
            Go to the shop
          </ButtonLink>
        </ButtonRow>
      </div>
    </>
  );
}
