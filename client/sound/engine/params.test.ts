import { expect, it } from 'vitest';
import { glide } from './params.ts';

/** A parameter as Firefox has it, that notes what it is told: what is cancelled takes its value back to the default. */
function parameter(value: number) {
  const told: (string | number)[][] = [];
  const note =
    (name: string) =>
    (...values: number[]) =>
      void told.push([name, ...values]);
  const param = {
    value,
    cancelScheduledValues(time: number) {
      told.push(['cancel', time]);
      param.value = 1;
    },
    setValueAtTime: note('set'),
    linearRampToValueAtTime: note('ramp'),
  };
  return { param: param as unknown as AudioParam, told };
}

const at = (currentTime: number) => ({ currentTime }) as BaseAudioContext;

it('A glide begins at the value that there was before it, and ends after its time', () => {
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
