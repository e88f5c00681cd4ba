import { type ComponentProps, useState } from 'react';
import { ConfirmedAction } from './ConfirmedAction.tsx';

type Action = ComponentProps<typeof ConfirmedAction>;

interface OppositeActionsProps {
  /** Whether it is done, so that only the opposite can be. */
  isDone: boolean;
  does: Action;
  undoes: Action;
}

/**
 * An action and its opposite, of which one is possible at a time. Each asks for itself: a question that is open keeps its
 * meaning when somebody else answers it elsewhere, and what the operator has typed for one is never the reason for the other.
 */
export function OppositeActions({ isDone, does, undoes }: OppositeActionsProps) {
  const [turns, setTurns] = useState({ done: 0, undone: 0 });
  const counting =
    (turn: keyof typeof turns, { onDone }: Action) =>
    () => {
      setTurns((before) => ({ ...before, [turn]: before[turn] + 1 }));
      onDone?.();
    };
  return (
    <>
      {/* What one has come to is untrue as soon as the other is done: a new key forgets it. */}
      <ConfirmedAction
        key={`does ${turns.undone}`}
        {...does}
        onDone={counting('done', does)}
        isOver={isDone}
      />
      <ConfirmedAction
        key={`undoes ${turns.done}`}
        {...undoes}
        onDone={counting('undone', undoes)}
        isOver={!isDone}
      />
    </>
  );
}
