import { expect, it } from 'vitest';
import { quietStretches } from './loop.ts';

const rate = 100;
const loop = (samples: Float32Array<ArrayBuffer>) => ({ samples, rate, cues: [] });

it('a loop is quiet where nothing is heard of it for a second, and nowhere else', () => {
  const samples = new Float32Array(1000).fill(1);
  samples.fill(0, 100, 190);
  samples.fill(1e-4, 300, 450);
  samples.fill(-0.001, 500, 700);
  samples.fill(0, 900);
  expect(quietStretches(loop(samples))).toEqual([
    [3, 4.5],
    [9, 10],
  ]);
});

it('what is wide is quiet only where all of it is', () => {
  const left = new Float32Array(1000);
  left.fill(1, 200, 250);
  const sides = [left, new Float32Array(1000)] as const;
  expect(quietStretches({ ...loop(new Float32Array(1000)), sides })).toEqual([
    [0, 2],
    [2.5, 10],
  ]);
});
