import { describe, expect, it } from 'vitest';
import { eyesOpen, type GuidedEvent, nextStep } from './guided-flow.ts';

const run = (...events: GuidedEvent[]) => events.reduce(nextStep, eyesOpen);
const asked: GuidedEvent[] = [{ type: 'begin' }, { type: 'settled' }];

describe('a scene with closed eyes', () => {
  it('lets the eyes close, asks, waits for a choice, answers it and ends', () => {
    expect(run({ type: 'begin' }).step).toBe('settling');
    expect(run(...asked).step).toBe('asking');
    expect(run(...asked, { type: 'spoken' }).step).toBe('choosing');
    const chosen = run(...asked, { type: 'spoken' }, { type: 'choose', choice: 'left' });
    expect(chosen).toEqual({ step: 'answering', choice: 'left', heard: [] });
    expect(nextStep(chosen, { type: 'spoken' })).toEqual({ step: 'ended', choice: 'left', heard: ['left'] });
  });

  it('takes a choice before the question has ended, and only one', () => {
    const chosen = run(...asked, { type: 'choose', choice: 'right' });
    expect(chosen).toEqual({ step: 'answering', choice: 'right', heard: [] });
    expect(nextStep(chosen, { type: 'choose', choice: 'left' })).toBe(chosen);
  });

  it('plays the other answer after the end, and knows when both have been heard', () => {
    const ended = run(...asked, { type: 'choose', choice: 'right' }, { type: 'spoken' });
    const other = nextStep(ended, { type: 'hear-other' });
    expect(other).toEqual({ step: 'answering', choice: 'left', heard: ['right'] });
    expect(nextStep(other, { type: 'hear-other' })).toBe(other);
    expect(nextStep(other, { type: 'spoken' }).heard).toEqual(['right', 'left']);
  });

  it('takes no choice with open eyes, nor before there is a question', () => {
    expect(run({ type: 'choose', choice: 'left' })).toEqual(eyesOpen);
    expect(run({ type: 'spoken' })).toEqual(eyesOpen);
    expect(run({ type: 'begin' }, { type: 'choose', choice: 'left' }).step).toBe('settling');
  });

  it('can be left at any time and begun again', () => {
    expect(run({ type: 'begin' }, { type: 'open-eyes' })).toEqual(eyesOpen);
    const ended = run(...asked, { type: 'choose', choice: 'right' }, { type: 'spoken' });
    expect(nextStep(ended, { type: 'begin' })).toEqual({ step: 'settling', choice: null, heard: [] });
  });
});
