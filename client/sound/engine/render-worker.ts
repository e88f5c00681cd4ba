/// <reference lib="webworker" />
import { makeSource } from '../synth/make-source.ts';
import { roomResponse, roomTone } from '../synth/room.ts';
import type { LoopOrder, Rendered } from './render-loops.ts';

/** Makes a room and sources, one after another, on a thread of its own, so that the page stays quick. */
self.addEventListener('message', ({ data: { world, ids, room, rate } }: MessageEvent<LoopOrder>) => {
  const send = (rendered: Rendered, channels: readonly Float32Array<ArrayBuffer>[]) =>
    self.postMessage(rendered, { transfer: channels.map(({ buffer }) => buffer) });
  if (room) {
    const response = { channels: roomResponse(world, room, rate), rate };
    const tone = { channels: roomTone(world, room, rate / 2), rate: rate / 2 };
    send({ kind: 'room', response, tone }, [...response.channels, ...tone.channels]);
  }
  for (const id of ids) {
    const { samples, sides = [], rate: made, cues } = makeSource(world, id, rate);
    const channels = [samples, ...sides];
    send({ kind: 'loop', id, loop: { channels, rate: made }, cues }, channels);
  }
});
