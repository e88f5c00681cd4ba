import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { SoundRings } from '../ui/SoundRings.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './ListenButton.module.css';
import { useListening } from './use-listening.ts';
import type { World } from './world.ts';

interface ListenButtonProps {
  world: World;
  /** What is listened to, for those who do not see beside what the button stands. */
  name: string;
  /** What the guided scene ends with: the way on from this world. */
  door: ReactNode;
  variant?: ButtonVariant;
  /** Only a ring, in the corner of a cover: of what is around it with a position. */
  round?: boolean;
}

/**
 * Half a minute of a world, from a press to the choice and its answer: its guided scene, with closed eyes. Nothing is brought
 * or played before the press.
 */
export function ListenButton({ world, name, door, variant = 'primary', round = false }: ListenButtonProps) {
  const { player, message, busy, open, button } = useListening(world, 'guided', door);
  return (
    <div className={styles[round ? 'ring' : 'listen']}>
      <Button
        ref={button}
        onClick={open}
        busy={busy}
        busyLabel="Listen, 30 seconds"
        label={`Listen, 30 seconds: ${name}`}
        variant={variant}
        round={round}
      >
        <SoundRings />
        {round ? null : 'Listen, 30 seconds'}
      </Button>
      <span role="status" className={styles['message']}>
        {round || busy ? <VisuallyHidden>{message}</VisuallyHidden> : message}
      </span>
      {player}
    </div>
  );
}
