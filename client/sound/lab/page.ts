import { type Head, heads } from '../heads.ts';
import { sampleRate } from '../sample-rate.ts';
import { sceneOf, scenes } from '../scenes/index.ts';
import { makeSource } from '../synth/make-source.ts';
import type { World } from '../world.ts';
import { type SourceFigures, sourceFigures } from './figures.ts';
import { measure } from './loudness.ts';
import { render, type Stereo } from './render.ts';
import { powerBetween, spectrogram, spectrum } from './spectrum.ts';

/**
 * The sound lab, a page for makers (`/sound-lab` while `npm run dev` runs; not in the built site): each source alone or
 * placed, its spectrogram, its measurements, and the signals at the two ears.
 */

const whole = 'the whole scene';
const seconds = 20;
const main = document.querySelector('main') as HTMLElement;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(text, ...children);
  return made;
}

function choice(options: readonly string[]): HTMLSelectElement {
  return element('select', '', ...options.map((option) => element('option', option)));
}

function slider(min: number, max: number, step: number, value: number): HTMLInputElement {
  return Object.assign(element('input'), {
    type: 'range',
    min: `${min}`,
    max: `${max}`,
    step: `${step}`,
    value: `${value}`,
  });
}

const world = choice(Object.keys(scenes));
const source = choice([]);
const head = choice(heads);
head.value = 'middle';
const azimuth = slider(-180, 180, 5, 0);
const distance = slider(0.4, 12, 0.1, 1);
const bare = Object.assign(element('input'), { type: 'checkbox' });
const place = element('span');
const listen = Object.assign(element('button', 'Listen'), { type: 'button' });
const measureEars = Object.assign(element('button', 'Measure the ears'), { type: 'button' });
const status = Object.assign(element('p'), { role: 'status' });
const canvas = Object.assign(element('canvas'), { width: 1000, height: 260, role: 'img' });
const scale = element('figcaption');
const picture = element('figure', '', canvas, scale);
const figures = element('table');
const ears = element('table');

main.append(
  element('h1', 'The sound lab'),
  element(
    'form',
    '',
    element('fieldset', '', element('label', 'World', world), element('label', 'Source', source)),
    element(
      'fieldset',
      '',
      element('label', 'Direction', azimuth),
      element('label', 'Distance', distance),
      place,
      element('label', 'Head', head),
      element('label', 'Without a room', bare),
      listen,
      measureEars,
    ),
  ),
  status,
  picture,
  figures,
  ears,
);

const chosenWorld = (): World => world.value;
/** Not moved yet: at the scene's position, or driving as the scene says. */
let asInScene = true;
const chosenPlace = () => ({ azimuth: Number(azimuth.value), distance: Number(distance.value) });

function rows(table: HTMLTableElement, title: string, lines: readonly (readonly [string, string])[]): void {
  table.replaceChildren(
    ...(lines.length > 0 ? [element('caption', title)] : []),
    ...lines.map(([name, value]) =>
      element('tr', '', Object.assign(element('th', name), { scope: 'row' }), element('td', value)),
    ),
  );
}

const showFigures = (lines: readonly (readonly [string, string])[]) =>
  rows(figures, 'The source alone', lines);
const showEarFigures = (lines: readonly (readonly [string, string])[]) =>
  rows(ears, `What the ears get in the first ${seconds} seconds`, lines);

function showSources(): void {
  const names = sceneOf(chosenWorld()).sources.map(({ id }) => id);
  source.replaceChildren(...[...names, 'theme', whole].map((name) => element('option', name)));
  showSource();
}

function showSource(): void {
  const { sources, theme } = sceneOf(chosenWorld());
  const standing = sources.find(({ id }) => id === source.value) ?? theme;
  azimuth.value = `${standing.azimuth}`;
  distance.value = `${standing.distance}`;
  asInScene = true;
  showPlace();
  showEarFigures([]);
  const everything = source.value === whole;
  picture.hidden = everything;
  for (const control of [azimuth, distance]) control.disabled = everything;
  if (everything) {
    showFigures([]);
    return;
  }
  const loop = makeSource(chosenWorld(), source.value, sampleRate);
  draw(loop.samples, loop.rate);
  showFigures(describe(sourceFigures(loop)));
}

function showPlace(): void {
  azimuth.setAttribute('aria-valuetext', `${azimuth.value} degrees`);
  distance.setAttribute('aria-valuetext', `${distance.value} metres`);
  place.textContent =
    source.value === whole
      ? 'Each where the scene has it'
      : `${azimuth.value} degrees, ${distance.value} m${asInScene ? ', as in the scene' : ''}`;
}

function movePlace(): void {
  asInScene = false;
  showPlace();
}

const percent = (part: number) => `${(part * 100).toFixed(0)} %`;

function describe(of: SourceFigures): [string, string][] {
  return [
    ['Length', `${of.seconds.toFixed(0)} s`],
    ['Loudness, peak at 0 dBFS', `${of.lufs.toFixed(1)} LUFS`],
    ['Peak above the mean', `${of.crestDb.toFixed(1)} dB`],
    ['Below 500 Hz, to 2 kHz, above', `${percent(of.low)}, ${percent(of.middle)}, ${percent(of.high)}`],
    ['Nearly silent', `${percent(of.quiet)} of the time`],
  ];
}

/** Spectrogram of the loop: time from left to right, 40 Hz to 18 kHz upwards, 80 dB from dark to light. */
function draw(samples: Float32Array, rate: number): void {
  const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
  const image = brush.createImageData(canvas.width, canvas.height);
  const columns = spectrogram(samples, rate, { columns: canvas.width, rows: canvas.height });
  scale.textContent = `${(samples.length / rate).toFixed(0)} s from left to right, 40 Hz at the bottom, ${Math.min(18, rate / 2000).toFixed(0)} kHz at the top; the darkest is 80 dB below the lightest`;
  canvas.ariaLabel = `Spectrogram of ${source.value}`;
  const top = columns.reduce((most, column) => Math.max(most, ...column), Number.NEGATIVE_INFINITY);
  columns.forEach((column, x) => {
    column.forEach((level, row) => {
      const light = Math.min(1, Math.max(0, (level - top + 80) / 80));
      const at = ((canvas.height - 1 - row) * canvas.width + x) * 4;
      image.data.set([255 * light ** 0.8, 215 * light ** 1.7, 190 * light ** 3, 255], at);
    });
  });
  brush.putImageData(image, 0, 0);
}

function rendered(): Promise<Stereo> {
  const everything = source.value === whole;
  return render({
    world: chosenWorld(),
    seconds,
    ...(everything ? {} : { only: [source.value] }),
    ...(everything || asInScene ? {} : { at: chosenPlace() }),
    bare: bare.checked,
    head: head.value as Head,
  }).then(({ ears: both }) => both);
}

let playing: AudioContext | null = null;

async function play(): Promise<void> {
  await playing?.close();
  if (playing) {
    playing = null;
    listen.textContent = 'Listen';
    return;
  }
  const context = new AudioContext({ sampleRate });
  playing = context;
  listen.textContent = 'Stop';
  status.textContent = 'It is being rendered.';
  const both = await rendered();
  status.textContent = '';
  if (context.state === 'closed') return;
  const buffer = context.createBuffer(2, both[0].length, sampleRate);
  both.forEach((samples, ear) => {
    buffer.copyToChannel(new Float32Array(samples), ear);
  });
  const player = new AudioBufferSourceNode(context, { buffer });
  player.connect(context.destination);
  player.addEventListener('ended', () => void (playing === context && play()));
  player.start();
}

async function showEars(): Promise<void> {
  status.textContent = 'It is being rendered.';
  const [left, right] = await rendered();
  const { lufs, peakDb, leftDb, rightDb } = measure(left, right, sampleRate);
  const colours = [spectrum(left, sampleRate), spectrum(right, sampleRate)] as const;
  const apart = (low: number, high: number) =>
    `${(10 * Math.log10(powerBetween(colours[1], low, high) / powerBetween(colours[0], low, high))).toFixed(1)} dB`;
  showEarFigures([
    ['Loudness', `${lufs.toFixed(1)} LUFS, peak ${peakDb.toFixed(1)} dBFS`],
    ['Left, right', `${leftDb.toFixed(1)}, ${rightDb.toFixed(1)} dBFS`],
    ['Right above left, 50 to 500 Hz', apart(50, 500)],
    ['Right above left, 500 Hz to 2 kHz', apart(500, 2000)],
    ['Right above left, 2 to 12 kHz', apart(2000, 12_000)],
  ]);
  status.textContent = '';
}

world.addEventListener('change', showSources);
source.addEventListener('change', showSource);
azimuth.addEventListener('input', movePlace);
distance.addEventListener('input', movePlace);
listen.addEventListener('click', () => void play());
measureEars.addEventListener('click', () => void showEars());
showSources();
