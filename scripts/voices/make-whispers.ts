/**
 * Whispers the lines that nobody has spoken yet, for those worlds where a whisper is good enough: run it when a line's words
 * change, and commit what it writes. Needs Debian's `flite` (its voices may be used freely) and `ffmpeg`; nothing else in the
 * project does.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loudness } from '#client/sound/lab/loudness.ts';
import { scenes } from '#client/sound/scenes/index.ts';
import type { World } from '#client/sound/world.ts';
import { readWav, writeWav } from './wav.ts';
import { whisper } from './whisper.ts';

/** Whose voice is whispered, and how slowly. Mace & Magic has none: a whisper tells no joke, so its lines are read. */
const speakers: Readonly<Partial<Record<World, { voice: string; slowness: number }>>> = {
  fod: { voice: 'rms', slowness: 1.18 },
  fist: { voice: 'rms', slowness: 1.12 },
  coc: { voice: 'rms', slowness: 1.24 },
  dracula: { voice: 'rms', slowness: 1.2 },
};

const target = resolve(import.meta.dirname, '../../client/sound/voice');
const work = mkdtempSync(join(tmpdir(), 'whispers-'));
for (const { world, guided } of Object.values(scenes)) {
  const speaker = speakers[world];
  if (!speaker) continue;
  for (const line of ['ask', 'left', 'right'] as const) {
    const spoken = join(work, 'spoken.wav');
    execFileSync('flite', [
      '-voice',
      speaker.voice,
      '--setf',
      `duration_stretch=${speaker.slowness}`,
      '-t',
      guided[line].words,
      '-o',
      spoken,
    ]);
    const { samples, rate } = whisper(readWav(readFileSync(spoken)));
    // -20 LUFS, as docs/recording.md asks of actors.
    const gain = 10 ** ((-20 - loudness([samples], rate)) / 20);
    const whispered = join(work, 'whispered.wav');
    writeFileSync(whispered, writeWav({ samples: samples.map((sample) => sample * gain), rate }));
    const file = join(target, `${world}-${line}.placeholder.mp3`);
    execFileSync('ffmpeg', [
      '-y',
      '-loglevel',
      'error',
      '-i',
      whispered,
      '-ac',
      '1',
      '-c:a',
      'libmp3lame',
      '-b:a',
      '40k',
      '-map_metadata',
      '-1',
      file,
    ]);
    console.log(`${world}-${line}: ${(samples.length / rate).toFixed(1)} s`);
  }
}
rmSync(work, { recursive: true });
