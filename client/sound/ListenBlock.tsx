import { type ReactNode, useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import styles from './ListenBlock.module.css';
import { PosterStage } from './PosterStage.tsx';
import { posterOf } from './posters.ts';
import { useListening } from './use-listening.ts';
import type { World } from './world.ts';

interface ListenBlockProps {
  world: World;
  /** The call to action at the end of the guided scene. */
  door: ReactNode;
}

/** A scene to listen to, whose sounds can be moved: a poster with one button, which the player replaces. */
export function ListenBlock({ world, door }: ListenBlockProps) {
  const { player, message, busy, open, button } = useListening(world, 'stage', door);
  const heading = useId();
  const { title, line, sources } = posterOf(world);
  return (
    <section
      className={classNames(styles['block'], !player && styles['closed'])}
      data-world={world}
      aria-labelledby={heading}
    >
      <div className={styles['words']}>
        <h2 id={heading}>{title}</h2>
        <p>{`${line} Put on headphones: they are all around you, and you can move them.`}</p>
      </div>
      {player ?? (
        <div className={styles['poster']}>
          <PosterStage sources={sources} />
          <Button ref={button} onClick={open} busy={busy} busyLabel="Listen" label={`Play: ${title}`} round>
            Play
          </Button>
        </div>
      )}
      <p role="status" className={styles['status']}>
        {message}
      </p>
    </section>
  );
}
