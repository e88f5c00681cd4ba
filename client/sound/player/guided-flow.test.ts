import { describe, expect, it } from 'vitest';
import { eyesOpen, type GuidedEvent, nextStep } from './guided-flow.ts';

const run = (...events: GuidedEvent[]) => events.reduce(nextStep, eyesOpen);

describe('a scene with closed eyes', () => {
  it('asks, waits for a choice, answers it and ends', () => {
    expect(run({ type: 'begin' }).step).toBe('asking');
    expect(run({ type: 'begin' }, { type: 'spoken' }).step).toBe('choosing');
    const chosen = run({ type: 'begin' }, { type: 'spoken' }, { type: 'choose', choice: 'left' });
    expect(chosen).toEqual({ step: 'answering', choice: 'left' });
    expect(nextStep(chosen, { type: 'spoken' })).toEqual({ step: 'ended', choice: 'left' });
  });

  it('takes a choice before the question has ended, and only one', () => {
    const chosen = run({ type: 'begin' }, { type: 'choose', choice: 'right' });
    expect(chosen).toEqual({ step: 'answering', choice: 'right' });
    expect(nextStep(chosen, { type: 'choose', choice: 'left' })).toBe(chosen);
  });

  it('takes no choice with open eyes', () => {
    expect(run({ type: 'choose', choice: 'left' })).toEqual(eyesOpen);
    expect(run({ type: 'spoken' })).toEqual(eyesOpen);
  });

  it('can be left at any time and begun again', () => {
    expect(run({ type: 'begin' }, { type: 'open-eyes' })).toEqual(eyesOpen);
    const ended = run({ type: 'begin' }, { type: 'choose', choice: 'right' }, { type: 'spoken' });
    expect(nextStep(ended, { type: 'begin' })).toEqual({ step: 'asking', choice: null });
  });
});
