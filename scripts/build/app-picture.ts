import { shortNames } from '#homes/names';
import { opening } from '#homes/opening';
import { drawApp } from '../../art/app.ts';
import { frames } from '../../art/sheet.ts';
import { loadTypefaces, wrapText } from './text-outlines.ts';

const faces = await loadTypefaces();

/** The app on a phone, with the adventure that the home page begins with, as a complete SVG document of 1200 × 1600 units. */
export function appSvg(): string {
  return drawApp(frames.cover, {
    ...faces,
    title: wrapText(shortNames[opening.world] ?? '', faces.display, 56, 360),
    said: 'Something moves behind the gate.',
    choices: ['Go towards the sound', 'Stand still and listen', 'Draw your sword'],
  });
}
