/// <reference lib="webworker" />
import { makeLoop } from '../synth/make-loop.ts';
import { roomResponse, roomTone } from '../synth/room.ts';
import { loadMakers } from '../synth/worlds/load-makers.ts';
import type { LoopOrder, Rendered } from './render-loops.ts';

/** Makes a room and sources of one world, one after another, on a thread of its own, so that the page stays quick. */
async function serve({ world, ids, room, rate }: LoopOrder): Promise<void> {
  const { makers, seed } = await loadMakers(world);
  const send = (rendered: Rendered, channels: readonly Float32Array<ArrayBuffer>[]) =>
    self.postMessage(rendered, { transfer: channels.map(({ buffer }) => buffer) });
  if (room) {
    const response = { channels: roomResponse(seed, room, rate), rate };
    const tone = { channels: roomTone(seed, room, rate / 2), rate: rate / 2 };
    send({ kind: 'room', response, tone }, [...response.channels, ...tone.channels]);
  }
  for (const id of ids) {
    const { samples, sides = [], rate: made, cues } = makeLoop(makers, id, seed, rate);
    const channels = [samples, ...sides];
    send({ kind: 'loop', id, loop: { channels, rate: made }, cues }, channels);
  }
}

self.addEventListener('message', ({ data }: MessageEvent<LoopOrder>) => {
  // A promise that fails in a worker is told to nobody outside; an error is.
  void serve(data).catch(reportError);
});
