import type { ReactElement, ReactNode } from 'react';
import { addressOf } from '../../ui/Picture.tsx';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Workers } from '../engine/start-workers.ts';
import type { Scene } from '../scenes/scene.ts';
import type { ListeningView } from '../use-listening.ts';
import { GuidedScene } from './GuidedScene.tsx';
import { Player } from './Player.tsx';

/** What is shown of a world that sounds. */
export interface SessionView {
  view: ListeningView;
  /** What the guided scene ends with: the way on from this world. */
  door: ReactNode;
}

/** A world that sounds, from the press on Play until somebody stops it or leaves. */
export interface Session {
  player: ReactElement;
  /** Stops the sound and frees the audio device. */
  end(): void;
}

/**
 * Starts a world. Leaving the page, or looking at another, ends it.
 * @param context made within the press: later the browser would not let it sound
 * @param workers started for this world
 * @param onEnd is told why it ended, in words for the person
 */
export function startSession(
  context: AudioContext,
  scene: Scene,
  workers: Workers,
  { view, door }: SessionView,
  onEnd: (why: string, byButton: boolean) => void,
): Session {
  const engine = createEngine(context, scene, workers);
  const watch = new AbortController();
  const forget = announce(engine, () => stop());
  const end = () => {
    forget();
    watch.abort();
    void engine.close();
  };
  const leave = () => {
    end();
    onEnd('The sound stopped when you left the page.', false);
  };
  const leaveIfHidden = () => {
    if (document.hidden) leave();
  };
  window.addEventListener('pagehide', leave, watch);
  document.addEventListener('visibilitychange', leaveIfHidden, watch);
  // Somebody may have left while the code was on its way.
  queueMicrotask(leaveIfHidden);
  const stop = () => {
    end();
    onEnd('The sound has stopped.', true);
  };
  const Shown = view === 'guided' ? GuidedScene : Player;
  return { player: <Shown engine={engine} door={door} onClose={stop} />, end };
}

/**
 * Tells the device what is playing, so that its lock screen, headphones and keyboard can show it, pause it and stop it.
 * @returns how to take that back
 */
function announce(engine: Engine, stop: () => void): () => void {
  const { mediaSession } = navigator;
  if (!mediaSession) return () => {};
  const { title, world } = engine.scene;
  const src = addressOf(world, 640, 'jpg');
  mediaSession.metadata = new MediaMetadata({ title, artwork: [{ src, type: 'image/jpeg' }] });
  const actions: [MediaSessionAction, (() => void) | null][] = [
    ['play', () => void engine.resume()],
    ['pause', () => void engine.pause()],
    ['stop', stop],
  ];
  for (const [action, handler] of actions) mediaSession.setActionHandler(action, handler);
  const show = () => {
    mediaSession.playbackState = engine.snapshot().state === 'paused' ? 'paused' : 'playing';
  };
  show();
  const unsubscribe = engine.subscribe(show);
  return () => {
    unsubscribe();
    mediaSession.metadata = null;
    mediaSession.playbackState = 'none';
    for (const [action] of actions) mediaSession.setActionHandler(action, null);
  };
}
