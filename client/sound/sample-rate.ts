/**
 * Samples a second, the same everywhere, so that no device makes more work of it than another. Nothing of the scenes that is
 * worth hearing lies above 16 kHz (docs/sound.md), and half as many again would be a third more work.
 */
export const sampleRate = 32_000;
