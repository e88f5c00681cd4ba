import { describe, expect, it } from 'vitest';
import { loadTypefaces, wrapText } from './text-outlines.ts';

const { display, text } = await loadTypefaces();

describe('text in pictures', () => {
  it('is outlines alone, so that a machine without fonts draws the same', () => {
    const line = display.line('Dracula’s 7', { x: 10, y: 20, size: 50, fill: '#fff' });
    expect(line.match(/<path /g)).toHaveLength(10);
    expect(line).not.toContain('<text');
  });

  it('grows with its size, and the axes of the font are applied', () => {
    expect(display.width('Magic', 80)).toBeCloseTo(2 * display.width('Magic', 40));
    // Imbue's letters at its largest optical size are narrower than running text's by far.
    expect(display.width('Magic', 40)).toBeLessThan(0.8 * text.width('Magic', 40));
  });

  it('is refused when the font has no sign for it, instead of showing an empty box', () => {
    expect(() => text.line('ქართული', { x: 0, y: 0, size: 10, fill: '#fff' })).toThrow('cannot write');
  });

  it('breaks at spaces, never inside a word, and keeps what a no-break space holds together', () => {
    const lines = wrapText('Alone Against the Tide: 365\u00a0% of it', display, 40, 130);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ')).toBe('Alone Against the Tide: 365\u00a0% of it');
    for (const line of lines.filter((candidate) => candidate.includes(' '))) {
      expect(display.width(line, 40)).toBeLessThanOrEqual(130);
    }
  });
});
