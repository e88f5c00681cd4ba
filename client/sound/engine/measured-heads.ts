const panners = new Map<number, PannerNode>();

/**
 * Keeps the browser's measured heads (HRTF) loaded, one panner for each sample rate. Chromium lets them go with the last
 * panner; when the next one comes at that very moment, every panner of the page waits for them for ever: silence after the
 * second press, or a rendering without an end.
 * @param sampleRate of the context whose panners shall not wait, in hertz
 */
export function keepMeasuredHeads(sampleRate: number): void {
  if (panners.has(sampleRate)) return;
  const context = new OfflineAudioContext(1, 1, sampleRate);
  panners.set(sampleRate, new PannerNode(context, { panningModel: 'HRTF' }));
}
