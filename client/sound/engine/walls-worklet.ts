import { WallAnswers, type WallOrder, type WallShape } from './wall-answers.ts';

/** What a browser gives to code on the thread of the sound; TypeScript's own types know only the page's side of it. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: WallShape }) => AudioWorkletProcessor,
): void;

/** The walls of a scene on the thread of the sound: an input for each sound, two channels out. */
class WallsProcessor extends AudioWorkletProcessor {
  private readonly answers: WallAnswers;
  private readonly sounds: (Float32Array | undefined)[] = [];

  constructor({ processorOptions }: { processorOptions: WallShape }) {
    super();
    this.answers = new WallAnswers(processorOptions);
    this.port.onmessage = ({ data }: MessageEvent<WallOrder | 'told'>) => {
      // Whoever renders faster than time goes by waits until it is known what was said.
      if (data === 'told') this.port.postMessage(data);
      else this.answers.follow(data);
    };
  }

  process(
    inputs: readonly (readonly Float32Array[])[],
    [output]: readonly (readonly Float32Array[])[],
  ): boolean {
    for (let slot = 0; slot < inputs.length; slot++) this.sounds[slot] = inputs[slot]?.[0];
    const [left, right] = output as [Float32Array, Float32Array];
    this.answers.process(this.sounds, left, right);
    return true;
  }
}

registerProcessor('walls', WallsProcessor);
