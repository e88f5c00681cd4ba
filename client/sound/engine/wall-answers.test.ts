import { describe, expect, it } from 'vitest';
import { WallAnswers } from './wall-answers.ts';

const rate = 44_100;
const quantum = 128;

/** One wall whose ears differ in lateness alone, and two sounds. */
function oneWall(): WallAnswers {
  const answers = new WallAnswers({
    edges: [20_000],
    slots: 2,
    rate,
    glideSeconds: 0.06,
    flightSeconds: 0.4,
  });
  answers.follow({
    ears: [
      [
        { samples: 300, shadeDb: 0 },
        { samples: 320, shadeDb: 0 },
      ],
    ],
  });
  return answers;
}

/** What the ears get of a sound, from the quantum on in which it begins. */
function hear(answers: WallAnswers, sound: Float32Array, quanta: number, slot = 0): [number[], number[]] {
  const ears: [number[], number[]] = [[], []];
  for (let n = 0; n < quanta; n++) {
    const from = sound.subarray(n * quantum, (n + 1) * quantum);
    const inputs: (Float32Array | undefined)[] = [undefined, undefined];
    if (from.length === quantum) inputs[slot] = from;
    const [left, right] = [new Float32Array(quantum), new Float32Array(quantum)];
    answers.process(inputs, left, right);
    ears[0].push(...left);
    ears[1].push(...right);
  }
  return ears;
}

const click = Float32Array.from({ length: quantum }, (_, i) => (i === 5 ? 1 : 0));
const topOf = (heard: number[]) => heard.indexOf(Math.max(...heard));
const energyOf = (heard: number[]) => heard.reduce((sum, sample) => sum + sample * sample, 0);

describe('what the walls throw back', () => {
  it('comes by the way of each sound, and at each ear as late as the wall says', () => {
    const answers = oneWall();
    answers.follow({ slot: 0, ways: [[1000, 0.5]], fresh: true });
    answers.follow({ slot: 1, ways: [[3000, 0.5]], fresh: true });
    const [left, right] = hear(answers, click, 20);
    expect(topOf(left)).toBe(5 + 1000 + 300);
    expect(topOf(right)).toBe(5 + 1000 + 320);
    expect(topOf(hear(answers, click, 40, 1)[0])).toBe(5 + 3000 + 300);
  });

  it('is as loud as the way says, and nothing from behind the wall', () => {
    const answers = oneWall();
    answers.follow({ slot: 0, ways: [[1000, 0.5]], fresh: true });
    const full = energyOf(hear(answers, click, 20)[0]);
    answers.follow({ slot: 0, ways: [[1000, 0.25]], fresh: true });
    expect(energyOf(hear(answers, click, 20)[0])).toBeCloseTo(full / 4, 6);
    answers.follow({ slot: 0, ways: [[null, 0]], fresh: true });
    expect(energyOf(hear(answers, click, 20)[0])).toBeCloseTo(0, 9);
  });

  it('bends in pitch while its sound moves, and not a sample more than its way has changed', () => {
    const answers = oneWall();
    answers.follow({ slot: 0, ways: [[1000, 1]], fresh: true });
    const tone = Float32Array.from({ length: rate * 2 }, (_, i) => Math.sin((2 * Math.PI * 441 * i) / rate));
    hear(answers, tone.subarray(0, quantum * 40), 40);
    answers.follow({ slot: 0, ways: [[500, 1]], fresh: false });
    const quanta = Math.ceil((0.4 * rate) / quantum);
    const heard = hear(answers, tone.subarray(quantum * 40), quanta)[0];
    const rises = (samples: number[]) =>
      samples.filter((sample, i) => sample >= 0 && (samples[i - 1] ?? 0) < 0).length;
    // 500 samples come on top, of which a hundred are one swing of the tone.
    expect(rises(heard)).toBeGreaterThanOrEqual(Math.floor(quanta * (quantum / 100)) + 4);
    expect(rises(heard)).toBeLessThanOrEqual(Math.ceil(quanta * (quantum / 100)) + 6);
    // A jump would be a click.
    expect(Math.max(...heard.map((sample, i) => Math.abs(sample - (heard[i - 1] ?? sample))))).toBeLessThan(
      0.08,
    );
  });

  it('is over when the longest way is, and comes back with the next sound', () => {
    const answers = oneWall();
    answers.follow({ slot: 0, ways: [[1000, 0.5]], fresh: true });
    hear(answers, click, 300);
    expect(energyOf(hear(answers, new Float32Array(0), 20)[0])).toBe(0);
    expect(topOf(hear(answers, click, 20)[0])).toBe(5 + 1000 + 300);
  });
});
