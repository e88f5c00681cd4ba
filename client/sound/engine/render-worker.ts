/// <reference lib="webworker" />
import { quietStretches } from '../synth/loop.ts';
import { makeLoop } from '../synth/make-loop.ts';
import { roomResponse, roomTone } from '../synth/room.ts';
import { loadMakers } from '../synth/worlds/load-makers.ts';
import type { World } from '../world.ts';
import type { Rendered, Share } from './render-loops.ts';

type Brought = ReturnType<typeof loadMakers>;

/**
 * Renders sources of one scene, one after another, on a worker thread, so that the page stays responsive; and its room,
 * but never before a source that could excite it.
 */
async function serve({ ids, room, rate, share, shares }: Share, brought: Brought): Promise<void> {
  const { makers, seed } = await brought;
  const send = (rendered: Rendered, channels: readonly Float32Array<ArrayBuffer>[]) =>
    self.postMessage(rendered, { transfer: channels.map(({ buffer }) => buffer) });
  const own = Object.keys(makers)
    .filter((id) => ids.includes(id))
    .filter((_id, i) => i % shares === share);
  own.forEach((id, i) => {
    const made = makeLoop(makers, id, seed, rate);
    const { samples, sides = [], cues } = made;
    const channels = [samples, ...sides];
    const quiet = quietStretches(made);
    send({ kind: 'loop', id, loop: { channels, rate: made.rate }, cues, quiet }, channels);
    if (i > 0 || share < shares - 1) return;
    const response = { channels: roomResponse(seed, room, rate), rate };
    const tone = { channels: roomTone(seed, room, rate / 2), rate: rate / 2 };
    send({ kind: 'room', response, tone }, [...response.channels, ...tone.channels]);
  });
}

/** The first message is the scene, so that its makers load before there is an order; the second is the order. */
let brought: Brought;
self.addEventListener('message', ({ data }: MessageEvent<World | Share>) => {
  if (typeof data === 'string') {
    brought = loadMakers(data);
    brought.catch(reportError);
    return;
  }
  // A rejected promise in a worker is not reported outside; an error is.
  void serve(data, brought).catch(reportError);
});
