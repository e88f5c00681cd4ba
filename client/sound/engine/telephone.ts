/** A telephone effect: soft clipping, and a band-pass from 300 to 3400 Hz. */
export function connectTelephone(context: BaseAudioContext, from: AudioNode, to: AudioNode): void {
  const curve = Float32Array.from({ length: 257 }, (_, i) => Math.tanh((i - 128) / 32) / 1.6);
  const edge = (type: BiquadFilterType, frequency: number) =>
    new BiquadFilterNode(context, { type, frequency, Q: 2 });
  from
    .connect(edge('highpass', 340))
    .connect(new WaveShaperNode(context, { curve }))
    .connect(edge('lowpass', 3200))
    .connect(edge('highpass', 300))
    .connect(to);
}
