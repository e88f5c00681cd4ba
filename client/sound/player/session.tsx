import type { ReactElement, ReactNode } from 'react';
import { addressOf } from '../../ui/Picture.tsx';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Workers } from '../engine/start-workers.ts';
import type { Scene } from '../scenes/scene.ts';
import { GuidedScene } from './GuidedScene.tsx';
import { Player } from './Player.tsx';

/** How a scene is opened: on its stage, or directly in its guided scene. */
export type ListeningView = 'stage' | 'guided';

/** What the page shows of a playing scene. */
interface SessionView {
  view: ListeningView;
  /** The call to action at the end of the guided scene. */
  door: ReactNode;
}

/** A playing scene, from the press on Play until it is stopped or left. */
interface Session {
  player: ReactElement;
  /** Stops the sound and frees the audio device. */
  end(): void;
}

const stopped = 'The sound has stopped.';
const unplayable = 'This browser does not play this kind of sound. The app does, and its demo is free.';

/** The event that ends the scene that is playing: two at once would be heard through each other. */
const another = 'scene';

/**
 * Starts a scene. Leaving the page, or starting another, ends it.
 * @param context created within the press, because later the browser would not allow sound; nothing if it has no Web Audio
 * @param workers started for this scene; nothing if the browser has none
 * @param onEnd called with the reason why it ended, as text
 * @returns `null`, after `onEnd`, where the browser cannot play it
 */
export function startSession(
  context: AudioContext | undefined,
  scene: Scene,
  workers: Workers | undefined,
  { view, door }: SessionView,
  onEnd: (why: string, byButton: boolean) => void,
): Session | null {
  document.dispatchEvent(new Event(another));
  const engine = context && workers ? engineOf(context, scene, workers) : null;
  if (!engine) {
    workers?.stop();
    void context?.close();
    onEnd(unplayable, false);
    return null;
  }
  const watch = new AbortController();
  const forget = announce(engine, () => stop());
  const end = () => {
    forget();
    watch.abort();
    void engine.close();
  };
  const endWith =
    (why: string, byButton = false) =>
    () => {
      end();
      onEnd(why, byButton);
    };
  const leave = endWith('The sound stopped when you left the page.');
  const leaveIfHidden = () => {
    if (document.hidden) leave();
  };
  document.addEventListener(another, endWith(stopped), watch);
  window.addEventListener('pagehide', leave, watch);
  document.addEventListener('visibilitychange', leaveIfHidden, watch);
  // Somebody may have left while the code was loading.
  queueMicrotask(leaveIfHidden);
  const stop = endWith(stopped, true);
  const Shown = view === 'guided' ? GuidedScene : Player;
  return { player: <Shown engine={engine} door={door} onClose={stop} />, end };
}

/** The engine; `null` in a browser that lacks a part of Web Audio. */
function engineOf(...parts: Parameters<typeof createEngine>): Engine | null {
  try {
    return createEngine(...parts);
  } catch {
    return null;
  }
}

/**
 * Media Session: tells the device what is playing, so that it can show it, and headphones and keyboard can pause and stop
 * it. Not for a lock screen: a locked phone hides the page, which ends the sound.
 * @returns a function that undoes it
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
