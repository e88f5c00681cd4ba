import { useEffect, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { SoundRings } from '#client/ui/SoundRings.tsx';
import styles from './PageWait.module.css';

/** In milliseconds: when a page is said to be on its way, and when it is offered to ask for it once more. */
const stages = [500, 8000] as const;

/**
 * Says that the page somebody asked for is on its way, while the old one is still shown: a line at the foot of the screen,
 * where it is seen wherever the link was. Nothing for a page that is there at once. A file whose connection has broken off
 * may never arrive: the whole page is then loaded, whose address is the present one already.
 */
export function PageWait() {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    const timers = stages.map((delay, index) => setTimeout(setStage, delay, index + 1));
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div role="status" className={styles['wait']}>
      {stage > 0 && (
        <p className={styles['line']}>
          <SoundRings sounding /> The page is on its way.
          {stage > 1 && (
            <Button variant="quiet" onClick={() => location.reload()}>
              Load the page again
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
