import type { Head } from '../heads.ts';
import { between, onRoad, onStage, type Place, wrapped } from '../places.ts';
import type { Move, Scene } from '../scenes/scene.ts';
import { createGraph, type PlacedSource } from './graph.ts';
import { type Channels, type Rendered, renderLoops } from './render-loops.ts';
import type { Workers } from './start-workers.ts';

/** The player's state. A new object after each change. */
export interface EngineState {
  state: 'making' | 'playing' | 'paused' | 'failed' | 'closed';
  /** The audio device was asked to go on, and does not start. */
  isStuck: boolean;
  places: Readonly<Record<string, Place>>;
  /** The listener's heading, in degrees clockwise. */
  heading: number;
  /** The sources that are playing already. */
  ready: readonly string[];
  /** The last source with a caption cue; `count` distinguishes two cues of the same source. */
  cue: { source: string; count: number } | null;
}

/** A playing scene. */
export interface Engine {
  scene: Scene;
  /** For `useSyncExternalStore`. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
  snapshot(): EngineState;
  /** Somebody grabs a source; from then on it stays where it is put. */
  place(source: string, place: Place): void;
  turn(heading: number): void;
  /** A source's present loudness, from 0 to 1; 0 while it is not made yet or all is paused. */
  loudnessOf(source: string): number;
  /** Resets everything to the scene's positions and movements. */
  reset(): void;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** 0 to 1; 0 is mute. */
  setVolume(volume: number): void;
  /** The head size (HRTF) that the sound is rendered for. */
  setHead(head: Head): void;
  /** Whether there is music. */
  setMusic(on: boolean): void;
  /** Plays the tune from its beginning, now. */
  beginMusic(): void;
  /** Moves sources as a beat says, counted from now. */
  perform(moves: readonly Move[]): void;
  /**
   * Plays a line, a whisper at an ear or a voice in front, and ducks the scene. Resolves at its end, or when it is
   * cancelled.
   */
  speak(voice: AudioBuffer, whispered: boolean, signal: AbortSignal): Promise<void>;
  /** Plays a sound once from a place, with the scene almost silent and facing ahead. Resolves at its end. */
  hearAt(sound: Float32Array<ArrayBuffer>, place: Place): Promise<void>;
  /** Ends the ducking of the scene. */
  release(): void;
  context: AudioContext;
  /** Stops everything and frees the audio device. */
  close(): Promise<void>;
}

interface Voice {
  place: Place;
  /** Its target and when it arrives, in seconds of the context's clock. */
  goals: { move: Move; start: number; from: Place | null }[];
  held: boolean;
  sounding: PlacedSource | null;
  cues: number[];
  heardUntil: number;
}

const tickMilliseconds = 40;
/** Slow movements are updated once in so many ticks, which saves page and audio thread three quarters of the work. */
const ticksAStep = 4;
/** Sources that drive by are faster. */
const ticksADriveStep = 2;
const fadeSeconds = 1.6;
/** The fade-in of the first sound. */
const firstSeconds = 0.05;
const duckDb = 7;
/** Ducking for what must be heard alone, in dB, and how long it takes. */
const aloneDb = 40;
const settleSeconds = 0.5;
/** How long an audio device may take to start. If it is not running by then, the player waits for a press. */
const wakingMilliseconds = 1000;
/** The same after a press: from then on the person is told. Wireless headphones take two seconds. */
const patienceMilliseconds = 4000;
/** Practically silent, in dB. */
const silenceDb = -90;
/** The name of the music among the loops; it is not a source, because nobody can grab it. */
const theme = 'theme';

/**
 * Plays a scene. Its sources are rendered on worker threads and start one after another.
 * @param context a running one, created within the press that asked for sound, because browsers allow it only then
 * @param workers started for this scene
 */
export function createEngine(context: AudioContext, scene: Scene, workers: Workers): Engine {
  const { world } = scene;
  const graph = createGraph(context, scene);
  const voices = new Map<string, Voice>(
    scene.sources.map((source) => [
      source.id,
      { place: onStage(source), goals: [], held: false, sounding: null, cues: [], heardUntil: 0 },
    ]),
  );
  const listeners = new Set<() => void>();
  const work = new AbortController();
  let heading = 0;
  let ticks = 0;
  let music: PlacedSource | null = null;
  let tuneStart = 0;
  let musicOn = true;
  let speaking: AudioBufferSourceNode | null = null;
  let started = context.currentTime;
  let shown: EngineState = {
    state: 'making',
    isStuck: false,
    places: places(),
    heading,
    ready: [],
    cue: null,
  };

  function places(): Record<string, Place> {
    return Object.fromEntries([...voices].map(([id, { place }]) => [id, place]));
  }

  function show(change: Partial<EngineState>): void {
    if (shown.state === 'closed') return;
    shown = { ...shown, ...change };
    for (const listener of listeners) listener();
  }

  function apply(id: string, place: Place): void {
    const voice = voices.get(id);
    if (!voice) throw new Error(`The world ${world} has no source ${id}.`);
    voice.place = onStage(place);
    voice.sounding?.place(voice.place);
  }

  /** Updates movements and caption cues. */
  function tick(): void {
    const now = context.currentTime;
    ticks += 1;
    let moved = false;
    for (const source of scene.sources) {
      const voice = voices.get(source.id) as Voice;
      const goal = voice.goals.findLast(({ start }) => start <= now);
      if (goal) {
        goal.from ??= begin(goal.move, voice);
        const part = goal.move.seconds > 0 ? Math.min(1, (now - goal.start) / goal.move.seconds) : 1;
        apply(source.id, between(goal.from, goal.move.to, part * part * (3 - 2 * part)));
        if (part === 1) voice.goals.splice(0, voice.goals.indexOf(goal) + 1);
        moved = true;
      } else if (source.wander && !voice.held && ticks % ticksAStep === 0) {
        const swing = Math.sin((2 * Math.PI * (now - started)) / source.wander.seconds) / 2;
        apply(source.id, {
          azimuth: source.azimuth + source.wander.degrees * swing,
          distance: source.distance,
        });
        moved = true;
      } else if (source.road && voice.sounding && !voice.held && ticks % ticksADriveStep === 0) {
        const place = onRoad(source.road, voice.sounding.position());
        if (place.azimuth !== voice.place.azimuth) {
          apply(source.id, place);
          moved = true;
        }
      }
      notice(source.id, voice);
      voice.sounding?.rest();
    }
    music?.rest();
    if (moved) show({ places: places() });
  }

  function begin(move: Move, voice: Voice): Place {
    voice.held = true;
    if (move.from !== undefined) voice.sounding?.playFrom(move.from);
    if (move.gainDb !== undefined) voice.sounding?.setGain(move.gainDb, Math.max(0.1, move.seconds));
    voice.heardUntil = voice.sounding?.position() ?? 0;
    return voice.place;
  }

  function notice(id: string, voice: Voice): void {
    if (!voice.sounding) return;
    const second = voice.sounding.position();
    const from = second < voice.heardUntil ? -1 : voice.heardUntil;
    voice.heardUntil = second;
    if (!voice.cues.some((cue) => cue > from && cue <= second)) return;
    show({ cue: { source: id, count: (shown.cue?.count ?? 0) + 1 } });
  }

  const ticking = setInterval(() => {
    if (context.state === 'running') tick();
  }, tickMilliseconds);

  function receive(rendered: Rendered): void {
    if (rendered.kind === 'room') {
      graph.setRoom(bufferOf(context, rendered.response), bufferOf(context, rendered.tone));
      return;
    }
    const { id, loop, cues, quiet } = rendered;
    const [middle, left, right] = loop.channels.map((samples) =>
      bufferOf(context, { channels: [samples], rate: loop.rate }),
    ) as [AudioBuffer, AudioBuffer?, AudioBuffer?];
    const loops = { middle, sides: left && right ? ([left, right] as const) : undefined, quiet };
    if (id === theme) {
      music = graph.addSource({ ...scene.theme, id, name: '', caption: '' }, loops, fadeSeconds);
      music.setGain(musicOn ? 0 : silenceDb, 0);
      tuneStart = cues[0] ?? 0;
      return;
    }
    const source = scene.sources.find((candidate) => candidate.id === id);
    const voice = voices.get(id);
    if (!source || !voice) throw new Error(`The world ${world} has no source ${id}.`);
    voice.cues = cues;
    // After waiting, something is heard at once: the first sound starts just before its first cue.
    const first = shown.ready.length === 0;
    const from = first ? Math.max(0, (cues[0] ?? 0) - firstSeconds) : 0;
    voice.sounding = graph.addSource(source, loops, first ? firstSeconds : fadeSeconds, from);
    voice.sounding.place(voice.place);
    show({ ready: [...shown.ready, id] });
    const isComplete = shown.ready.length === voices.size && context.state === 'running';
    if (isComplete && shown.state === 'making') show({ state: 'playing' });
  }

  const order = {
    ids: [...scene.sources.map(({ id }) => id), theme],
    room: scene.room,
    rate: context.sampleRate,
  };
  renderLoops(order, workers, receive, work.signal).catch(() => show({ state: 'failed' }));

  /** Follows the audio device's state: a call, an alarm or Siri may take it away, and give it back. */
  function followDevice(): void {
    if (shown.state === 'failed') return;
    const sounding = shown.ready.length === voices.size ? 'playing' : 'making';
    const isRunning = context.state === 'running';
    show({ state: isRunning ? sounding : 'paused', ...(isRunning && { isStuck: false }) });
  }
  context.addEventListener('statechange', followDevice, { signal: work.signal });
  // A click from before hydration is replayed by the page. Safari does not accept it as a user's press: it plays nothing
  // until the next press, and fires no event.
  const waking = setTimeout(followDevice, wakingMilliseconds);

  return {
    scene,
    context,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => shown,
    place(id, place) {
      const voice = voices.get(id);
      if (voice) Object.assign(voice, { held: true, goals: [] });
      apply(id, place);
      show({ places: places() });
    },
    turn(to) {
      heading = wrapped(to);
      graph.turn(heading);
      show({ heading });
    },
    loudnessOf: (id) => (context.state === 'running' && voices.get(id)?.sounding?.loudness()) || 0,
    reset() {
      started = context.currentTime;
      heading = 0;
      graph.turn(heading);
      for (const source of scene.sources) {
        const voice = voices.get(source.id) as Voice;
        Object.assign(voice, { held: false, goals: [] });
        voice.sounding?.setGain(0, 0.6);
        apply(source.id, source);
      }
      graph.duck(0);
      show({ places: places(), heading });
    },
    async pause() {
      await context.suspend();
      followDevice();
    },
    async resume() {
      // Without an audio device, Firefox never settles this promise.
      const late = setTimeout(() => show({ isStuck: context.state !== 'running' }), patienceMilliseconds);
      await context.resume().finally(() => clearTimeout(late));
      followDevice();
    },
    setVolume: graph.setVolume,
    setHead: graph.setHead,
    beginMusic: () => music?.playFrom(tuneStart),
    setMusic(on) {
      musicOn = on;
      music?.setGain(on ? 0 : silenceDb, 0.8);
    },
    perform(moves) {
      const now = context.currentTime;
      // A new beat cancels the rest of the one before, because a choice may come early.
      for (const voice of voices.values()) voice.goals = [];
      for (const move of moves) {
        const voice = voices.get(move.source);
        if (!voice) throw new Error(`The world ${world} has no source ${move.source}.`);
        voice.goals.push({ move, start: now + move.after, from: null });
      }
    },
    speak(voice, whispered, signal) {
      graph.duck(duckDb);
      const player = graph.speak(voice, whispered);
      speaking = player;
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => player.stop());
        player.addEventListener('ended', () => {
          // A cancelled voice must not end the ducking for the one that follows it.
          if (speaking === player) graph.duck(0);
          resolve();
        });
      });
    },
    hearAt(sound, place) {
      graph.duck(aloneDb);
      const { currentTime, sampleRate } = context;
      const buffer = bufferOf(context, { channels: [sound], rate: sampleRate });
      const player = graph.playOnce(buffer, place, currentTime + settleSeconds);
      return new Promise((resolve) => player.addEventListener('ended', () => resolve()));
    },
    release: () => graph.duck(0),
    async close() {
      if (shown.state === 'closed') return;
      show({ state: 'closed' });
      clearInterval(ticking);
      clearTimeout(waking);
      work.abort();
      listeners.clear();
      await context.close();
    },
  };
}

function bufferOf(context: BaseAudioContext, { channels, rate }: Channels): AudioBuffer {
  const first = channels[0] as Float32Array;
  const buffer = context.createBuffer(channels.length, first.length, rate);
  channels.forEach((samples, channel) => {
    buffer.copyToChannel(samples, channel);
  });
  return buffer;
}
