import { site } from '#shared/site.ts';
import type { Typeface } from './text-outlines.ts';

/**
 * The house's sign, a listener seen from above with rings of sound, for pictures; on the pages `client/ui/SoundRings.tsx`
 * draws it. In a square of 64.
 */
function sign(colour: string): string {
  const ring = (radius: number, opacity: number) =>
    `<circle cx="32" cy="32" r="${radius}" stroke-opacity="${opacity}"/>`;
  return `<g fill="none" stroke="${colour}" stroke-width="2.4" stroke-linecap="round"><circle cx="32" cy="32" r="5" fill="${colour}" stroke="none"/><path d="M25 27.5a8.4 8.4 0 0 0 0 9M39 27.5a8.4 8.4 0 0 1 0 9"/>${ring(15, 0.85)}${ring(22.5, 0.55)}${ring(30, 0.3)}</g>`;
}

/** The sign as a file of its own, without a ground. */
export function signSvg(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 68 68" width="680" height="680">${sign(colour)}</svg>\n`;
}

/** Sign and name side by side, from `x` and the name's baseline `y`; `size` is the name's, in the picture's unit. */
export function wordmark(
  display: Typeface,
  { x, y, size, signColour, nameColour }: WordmarkOptions,
): { svg: string; width: number } {
  const square = size * 1.25;
  const nameX = x + square + size * 0.45;
  // The sign's middle stands at half the height of the capitals.
  const top = y - size * 0.33 - square / 2;
  return {
    svg: `<g transform="translate(${x} ${top}) scale(${square / 64})">${sign(signColour)}</g>${display.line(site.name, { x: nameX, y, size, fill: nameColour })}`,
    width: nameX - x + display.width(site.name, size),
  };
}

interface WordmarkOptions {
  x: number;
  y: number;
  size: number;
  signColour: string;
  nameColour: string;
}

/** The wordmark as a file of its own; its letters are outlines, so it needs no font. */
export function wordmarkSvg(display: Typeface, colours: { signColour: string; nameColour: string }): string {
  const size = 160;
  const { svg, width } = wordmark(display, { x: 20, y: 160, size, ...colours });
  const viewBox = `0 0 ${Math.ceil(width + 40)} 220`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><title>${site.name}</title>${svg}</svg>\n`;
}
