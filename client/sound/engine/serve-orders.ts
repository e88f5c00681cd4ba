/// <reference lib="webworker" />
import type { Sources } from '../synth/loop.ts';
import { makeLoop } from '../synth/make-loop.ts';
import { roomResponse, roomTone } from '../synth/room.ts';
import type { World } from '../world.ts';
import type { LoopOrder, Rendered } from './render-loops.ts';

/** Makes a room and sources of one world, one after another, on a thread of its own, so that the page stays quick. */
export function serveOrders(world: World, sources: Sources): void {
  self.addEventListener('message', ({ data: { ids, room, rate } }: MessageEvent<LoopOrder>) => {
    const send = (rendered: Rendered, channels: readonly Float32Array<ArrayBuffer>[]) =>
      self.postMessage(rendered, { transfer: channels.map(({ buffer }) => buffer) });
    if (room) {
      const response = { channels: roomResponse(world, room, rate), rate };
      const tone = { channels: roomTone(world, room, rate / 2), rate: rate / 2 };
      send({ kind: 'room', response, tone }, [...response.channels, ...tone.channels]);
    }
    for (const id of ids) {
      const { samples, sides = [], rate: made, cues } = makeLoop(world, sources, id, rate);
      const channels = [samples, ...sides];
      send({ kind: 'loop', id, loop: { channels, rate: made }, cues }, channels);
    }
  });
}
