import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { SoundRings } from '../ui/SoundRings.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './ListenButton.module.css';
import { useListening } from './use-listening.ts';
import type { World } from './world.ts';

interface ListenButtonProps {
  world: World;
  /** The name of the scene, for screen readers. */
  name: string;
  /** The call to action at the end of the guided scene. */
  door: ReactNode;
  variant?: ButtonVariant;
  /** Only a ring, in the corner of a cover; the container must be positioned. */
  round?: boolean;
}

/**
 * A button for a scene's guided half minute, with closed eyes, from the first sound to the choice and its answer. Nothing
 * is loaded or played before the press.
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
        {round ? null : <span>Listen, 30 seconds</span>}
      </Button>
      <span role="status" className={styles['message']}>
        {round || busy ? <VisuallyHidden>{message}</VisuallyHidden> : message}
      </span>
      {player}
    </div>
  );
}
