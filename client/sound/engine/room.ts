import type { Scene } from '../scenes/scene.ts';
import { createFilter } from '../synth/filter.ts';
import { createRandom } from '../synth/random.ts';

const silence = Math.log(1000);

/**
 * The answer of a room to a clap, for a convolver: a few early walls, then noise that dies away, its highs first. The two
 * ears get different noise, so the room is around the listener and not in the head. Its energy is 1 in each ear.
 */
export function roomResponse(context: BaseAudioContext, { world, room }: Scene): AudioBuffer {
  const rate = context.sampleRate;
  const buffer = context.createBuffer(2, Math.ceil((room.delay + room.seconds) * rate), rate);
  for (let ear = 0; ear < 2; ear++) {
    const random = createRandom(`${world}/room/${ear}`);
    const samples = buffer.getChannelData(ear);
    const start = Math.round(room.delay * rate);
    const air = createFilter(rate, room.brightness, 0.6);
    const rumble = createFilter(rate, 110, 0.6);
    for (let i = start; i < samples.length; i++) {
      const at = (i - start) / rate;
      if (i % 64 === 0) air.tune(room.brightness * Math.exp((-1.6 * at) / room.seconds) + 160, 0.6);
      const swell = Math.min(1, at / 0.025);
      samples[i] = rumble.high(air.low(random.noise())) * swell * Math.exp((-silence * at) / room.seconds);
    }
    for (let wall = 0; wall < 6; wall++) {
      const at = start + Math.round(random.between(0.002, 0.045) * rate);
      samples[at] = (samples[at] as number) + random.between(-0.5, 0.5) * (1 - wall * 0.12);
    }
    let energy = 0;
    for (const sample of samples) energy += sample * sample;
    const gain = 1 / Math.sqrt(energy);
    for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] as number) * gain;
  }
  return buffer;
}
