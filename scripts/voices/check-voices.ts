/**
 * `npm run check-voices`: which lines are spoken, and whether their recordings are good enough. With files behind it, it
 * judges these instead: `npm run check-voices -- fod-ask.m4a`. The browser of the tests reads them, so it takes what a
 * browser plays.
 */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { chromium as browsers } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import type { Scene } from '#client/sound/scenes/scene.ts';
import { exportsOf, filesOf, homeOf, homesFolder } from '#shared/homes/files.ts';
import { judgeTake } from './judge-take.ts';
import type { Mono } from './wav.ts';

const scenes = [...(await exportsOf<Scene>('sound/scene.ts', 'scene')).values()];
const lines = scenes.flatMap(({ world, title, guided }) =>
  (['ask', 'left', 'right'] as const).map((line) => ({
    name: `${world}-${line}`,
    title,
    words: guided[line].words,
  })),
);
const stem = (file: string) => basename(file).replace(/\..*$/, '');
const given = process.argv.slice(2).map((file) => ({ file: resolve(file), name: stem(file) }));
const kept = filesOf('*/voice/*.{mp3,opus,ogg,m4a,wav}')
  .filter((file) => !file.includes('.placeholder.'))
  .map((file) => ({ file: resolve(homesFolder, file), name: `${homeOf(file)}-${stem(file)}` }));

const browser = await browsers.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath()),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();

/** Runs in the browser's page: a file in base64 becomes the mean of its channels, 32 floating bits a sample, in base64. */
const decodeInPage = `async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const sound = await new OfflineAudioContext(1, 1, 48000).decodeAudioData(bytes.buffer);
  const mean = new Float32Array(sound.length);
  for (let channel = 0; channel < sound.numberOfChannels; channel++)
    sound.getChannelData(channel).forEach((sample, i) => { mean[i] += sample / sound.numberOfChannels; });
  const raw = new Uint8Array(mean.buffer);
  let packed = '';
  for (let i = 0; i < raw.length; i += 0x8000) packed += String.fromCharCode(...raw.subarray(i, i + 0x8000));
  return btoa(packed);
}`;

async function decode(file: string): Promise<Mono> {
  const base64 = readFileSync(file).toString('base64');
  const text: string = await page.evaluate(`(${decodeInPage})('${base64}')`);
  const raw = Uint8Array.from(Buffer.from(text, 'base64'));
  return { samples: new Float32Array(raw.buffer), rate: 48_000 };
}

let faulty = 0;
const judged = new Set<string>();
for (const { file, name } of given.length > 0 ? given : kept) {
  const line = lines.find((known) => known.name === name);
  if (!line) {
    console.log(`${basename(file)}: there is no line of this name. Names are ${lines[0]?.name} and so on.`);
    faulty += 1;
    continue;
  }
  judged.add(name);
  const { take, faults } = judgeTake(await decode(file), line.words);
  const figures = `${take.seconds.toFixed(1)} s, ${take.lufs.toFixed(1)} LUFS, room ${take.noiseBelowDb.toFixed(0)} dB below`;
  console.log(`${name}: ${faults.length === 0 ? 'good' : 'not yet'} (${figures})`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) faulty += 1;
}
await browser.close();
const missing = lines.filter(({ name }) => !judged.has(name));
if (given.length === 0 && missing.length > 0) {
  console.log(`\nNobody has spoken these ${missing.length} lines yet (docs/recording.md):`);
  for (const { name, title, words } of missing) console.log(`  ${name} (${title})\n    ${words}`);
}
process.exitCode = faulty > 0 ? 1 : 0;
