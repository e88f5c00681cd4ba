import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSchedule } from './schedule.ts';

afterEach(() => void vi.useRealTimers());

describe('the schedule', () => {
  it('runs what is planned when its time comes, once', () => {
    vi.useFakeTimers();
    const schedule = createSchedule(() => new Date());
    const run = vi.fn();
    schedule.at('job', Date.now() + 1000, run);
    vi.advanceTimersByTime(999);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    schedule.runDue();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs what is due by a clock that was moved by hand', () => {
    let now = 0;
    const schedule = createSchedule(() => new Date(now));
    const run = vi.fn();
    schedule.at('job', 60_000, run);
    schedule.runDue();
    expect(run).not.toHaveBeenCalled();
    now = 60_000;
    schedule.runDue();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('replaces a plan of the same name, and drops plans that are cancelled or closed', () => {
    vi.useFakeTimers();
    const schedule = createSchedule(() => new Date());
    const run = vi.fn();
    schedule.at('a', Date.now() + 10, () => run('first'));
    schedule.at('a', Date.now() + 20, () => run('second'));
    schedule.at('b', Date.now() + 10, () => run('cancelled'));
    schedule.at('c', Date.now() + 90, () => run('closed'));
    schedule.cancel('b');
    vi.advanceTimersByTime(50);
    schedule.close();
    vi.advanceTimersByTime(500);
    expect(run.mock.calls).toEqual([['second']]);
  });
});
