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
import type { Scene, Whisperer } from '#client/sound/scenes/scene.ts';
import { exportsOf, homesFolder } from '#shared/homes/files.ts';
import { readWav, writeWav } from './wav.ts';
import { whisper } from './whisper.ts';

const scenes = await exportsOf<Scene>('sound/scene.ts', 'scene');
const whisperers = await exportsOf<Whisperer>('sound/whisperer.ts', 'whisperer');
const work = mkdtempSync(join(tmpdir(), 'whispers-'));
for (const [world, { voice, slowness }] of whisperers) {
  const scene = scenes.get(world);
  if (!scene) throw new Error(`adventures/${world}/sound/scene.ts is missing.`);
  for (const line of ['ask', 'left', 'right'] as const) {
    const spoken = join(work, 'spoken.wav');
    execFileSync('flite', [
      '-voice',
      voice,
      '--setf',
      `duration_stretch=${slowness}`,
      '-t',
      scene.guided[line].words,
      '-o',
      spoken,
    ]);
    const { samples, rate } = whisper(readWav(readFileSync(spoken)));
    // -20 LUFS, as docs/recording.md asks of actors.
    const gain = 10 ** ((-20 - loudness([samples], rate)) / 20);
    const whispered = join(work, 'whispered.wav');
    writeFileSync(whispered, writeWav({ samples: samples.map((sample) => sample * gain), rate }));
    const file = resolve(homesFolder, world, 'voice', `${line}.placeholder.mp3`);
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
