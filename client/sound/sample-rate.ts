/**
 * The sample rate, the same everywhere, so that no device has more work than another. Nothing worth hearing in the scenes
 * lies above 16 kHz (docs/sound.md), and 48 kHz would be a third more work.
 */
export const sampleRate = 32_000;
