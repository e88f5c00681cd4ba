import { describe, expect, it } from 'vitest';
import { toPoint } from '../places.ts';
import { posterOf } from '../posters.ts';
import { makersOf } from '../synth/worlds/index.ts';
import { scenes } from './index.ts';

describe.each(Object.values(scenes))('the scene of $world', ({ world, sources, guided, description }) => {
  it('has at least five sources, each with a maker, and music', () => {
    expect(sources.length).toBeGreaterThanOrEqual(5);
    expect(Object.keys(makersOf(world)).sort()).toEqual(['theme', ...sources.map(({ id }) => id)].sort());
  });

  it('has its sources on the poster by the same names, where they will stand', () => {
    const drawn = sources.map((source) => {
      const { x, y } = toPoint(source);
      return [source.name, Math.round(x * 100), Math.round(y * 100)];
    });
    expect(posterOf(world).sources).toEqual(drawn);
  });

  it('moves only sources it has', () => {
    const ids = new Set(sources.map(({ id }) => id));
    const moved = [guided.ask, guided.left, guided.right].flatMap(({ moves }) => moves);
    expect(moved.filter(({ source }) => !ids.has(source))).toEqual([]);
  });

  it('asks a question, and is described in whole sentences without an exclamation mark', () => {
    expect(guided.ask.words).toMatch(/\?$/);
    for (const text of [description, guided.ask.words, guided.left.words, guided.right.words]) {
      expect(text).not.toContain('!');
    }
    expect(description.split('. ').length).toBeGreaterThanOrEqual(5);
  });
});
