import { PageHead } from '#client/shell/PageHead.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { paths } from '#shared/routes.ts';
import styles from './NotFoundScreen.module.css';

/** The not-found page (404). */
export function NotFoundScreen() {
  return (
    <>
      <PageHead title="Game Over" description="This page has been devoured." indexed={false} />
      <div className={styles['void']}>
        <Ether />
        <h1 tabIndex={-1}>Game Over.</h1>{' '}
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

/** Radii of the rings, closer together the nearer they are to being swallowed. */
const rings = [236, 249, 268, 294, 328, 372, 428];

/** The Black Ether: what is left of the page that was here. */
function Ether() {
  return (
    <svg className={styles['ether']} viewBox="-480 -480 960 960" aria-hidden="true">
      {rings.map((radius, order) => (
        <circle key={radius} r={radius} opacity={(0.62 * 0.74 ** order).toFixed(2)} />
      ))}
    </svg>
  );
}
