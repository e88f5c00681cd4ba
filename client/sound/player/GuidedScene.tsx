import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Engine } from '../engine/engine.ts';
import { EyesClosed } from './EyesClosed.tsx';
import { eyesOpen, nextStep } from './guided-flow.ts';
import { useGuided } from './use-guided.ts';
import { useSoundPreferences } from './use-sound-preferences.ts';

const eyesClosed = nextStep(eyesOpen, { type: 'begin' });

interface GuidedSceneProps {
  engine: Engine;
  /** The call to action at the end of the scene. */
  door: ReactNode;
  onClose(): void;
}

/** Only the guided scene: it begins with closed eyes, and opening them ends it. */
export function GuidedScene({ engine, door, onClose }: GuidedSceneProps) {
  const state = useSyncExternalStore(engine.subscribe, engine.snapshot);
  const guided = useGuided(engine, eyesClosed);
  useSoundPreferences(engine);
  const isOver = guided.flow.step === 'open';

  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);

  return <EyesClosed engine={engine} state={state} guided={guided} door={door} />;
}
