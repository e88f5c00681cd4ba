/// <reference lib="webworker" />
import { makeSource } from '../synth/make-source.ts';
import type { LoopOrder, RenderedLoop } from './render-loops.ts';

/** Makes sources one after another on a thread of its own, so that the page stays quick. */
self.addEventListener('message', ({ data }: MessageEvent<LoopOrder>) => {
  for (const id of data.ids) {
    const { samples, rate, cues } = makeSource(data.world, id, data.rate);
    const loop: RenderedLoop = { id, samples, rate, cues };
    self.postMessage(loop, { transfer: [samples.buffer] });
  }
});
