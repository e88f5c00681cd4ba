import { expect, it } from 'vitest';
import { glide } from './params.ts';

/** A parameter that notes what it is told. */
function parameter(value: number) {
  const told: (string | number)[][] = [];
  const note =
    (name: string) =>
    (...values: number[]) =>
      void told.push([name, ...values]);
  const param = {
    value,
    cancelScheduledValues: note('cancel'),
    setValueAtTime: note('set'),
    linearRampToValueAtTime: note('ramp'),
  } as unknown as AudioParam;
  return { param, told };
}

const at = (currentTime: number) => ({ currentTime }) as BaseAudioContext;

it('A glide begins at the value that there is, said once more, and ends after its time', () => {
  const { param, told } = parameter(0.25);
  glide(param, 0.75, at(2), 0.5);
  expect(told).toEqual([
    ['cancel', 2],
    ['set', 0.25, 2],
    ['ramp', 0.75, 2.5],
  ]);
});

it('Before the context starts, the value is set at once', () => {
  const { param, told } = parameter(1);
  glide(param, 0, at(0));
  expect(told).toEqual([
    ['cancel', 0],
    ['set', 0, 0],
  ]);
});

it('A value that is reached, or on its way, is not told again', () => {
  const { param, told } = parameter(1);
  glide(param, 0, at(1));
  told.length = 0;
  glide(param, 0, at(1.01));
  expect(told).toEqual([]);
  glide(param, 1, at(1.02));
  expect(told).toHaveLength(3);
});
